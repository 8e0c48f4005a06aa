//! Prints keys and signatures of SLH-DSA by the crate fips205, a line each: the parameter set, the seed, the public
//! key, the message, the context, a deterministic signature and a hedged one, in hexadecimal digits ("-": none).
//!
//! Usage: peer FAST SLOW     lines of each set f and s
use fips205::traits::{KeyGen, SerDes, Signer};

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_string();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes that differ from line to line: a linear congruence by D. E. Knuth.
struct Source(u64);

impl Source {
    fn bytes<const LEN: usize>(&mut self) -> [u8; LEN] {
        std::array::from_fn(|_| {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 56) as u8
        })
    }
}

macro_rules! lines {
    ($set:ident, $n:literal, $number:expr, $source:expr) => {
        for i in 0..$number {
            let seeds: [[u8; $n]; 3] = std::array::from_fn(|_| $source.bytes());
            let (public, private) = fips205::$set::KG::keygen_with_seeds(&seeds[0], &seeds[1], &seeds[2]);
            let (message, context): ([u8; 200], [u8; 255]) = ($source.bytes(), $source.bytes());
            let (message, context) = (&message[..(i * 37) % 201], &context[..(i * 101) % 256]);
            let sign = |hedged| private.try_sign(message, context, hedged).expect("a signature");
            println!(
                "{} {} {} {} {} {} {}",
                stringify!($set), hex(&seeds.concat()), hex(&public.into_bytes()), hex(message), hex(context),
                hex(&sign(false)), hex(&sign(true))
            );
        }
    };
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let (fast, slow) = (numbers[0], numbers[1]);
    let mut source = Source(1);
    lines!(slh_dsa_sha2_128f, 16, fast, source);
    lines!(slh_dsa_sha2_192f, 24, fast, source);
    lines!(slh_dsa_sha2_256f, 32, fast, source);
    lines!(slh_dsa_shake_128f, 16, fast, source);
    lines!(slh_dsa_shake_192f, 24, fast, source);
    lines!(slh_dsa_shake_256f, 32, fast, source);
    lines!(slh_dsa_sha2_128s, 16, slow, source);
    lines!(slh_dsa_sha2_192s, 24, slow, source);
    lines!(slh_dsa_sha2_256s, 32, slow, source);
    lines!(slh_dsa_shake_128s, 16, slow, source);
    lines!(slh_dsa_shake_192s, 24, slow, source);
    lines!(slh_dsa_shake_256s, 32, slow, source);
}
