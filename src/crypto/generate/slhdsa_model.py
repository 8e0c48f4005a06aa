"""SLH-DSA as FIPS 205 writes it, one hash value at a time: slow, and not in constant time."""
from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

LG_W, W = 4, 16
WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF = range(7)


class Address(NamedTuple):
    """Sec. 4.2."""
    layer: int = 0
    tree: int = 0
    type: int = 0
    words: tuple[int, int, int] = (0, 0, 0)

    def encode(self) -> bytes:
        return b"".join((self.layer.to_bytes(4, "big"), self.tree.to_bytes(12, "big"), self.type.to_bytes(4, "big"),
                         *(word.to_bytes(4, "big") for word in self.words)))

    def compress(self) -> bytes:
        """Sec. 11.2."""
        a = self.encode()
        return a[3:4] + a[8:16] + a[19:]


class Parameters(NamedTuple):
    """Sec. 11."""
    shake: bool
    n: int
    d: int
    tree_height: int
    fors_height: int
    fors_trees: int

    @property
    def chains(self) -> int:
        return 2 * self.n + 3

    @property
    def digest_parts(self) -> tuple[int, int, int]:
        """Bytes of md, of the index of a tree and of that of a leaf."""
        bits = self.fors_height * self.fors_trees, (self.d - 1) * self.tree_height, self.tree_height
        return tuple((b + 7) // 8 for b in bits)  # type: ignore[return-value]

    def hash(self, seed: bytes, a: Address, *parts: bytes) -> bytes:
        """T_l, H, F and PRF."""
        data = b"".join(parts)
        if self.shake:
            return hashlib.shake_256(seed + a.encode() + data).digest(self.n)
        narrow = self.n == 16 or a.type in (WOTS_HASH, WOTS_PRF, FORS_PRF) or (a.type == FORS_TREE and a.words[1] == 0)
        function, block = (hashlib.sha256, 64) if narrow else (hashlib.sha512, 128)
        return function(seed.ljust(block, b"\0") + a.compress() + data).digest()[: self.n]

    def prf_message(self, prf: bytes, random: bytes, message: bytes) -> bytes:
        if self.shake:
            return hashlib.shake_256(prf + random + message).digest(self.n)
        return hmac.digest(prf, random + message, "sha256" if self.n == 16 else "sha512")[: self.n]

    def hash_message(self, r: bytes, public: bytes, message: bytes) -> bytes:
        length = sum(self.digest_parts)
        if self.shake:
            return hashlib.shake_256(r + public + message).digest(length)
        function = hashlib.sha256 if self.n == 16 else hashlib.sha512
        seed = r + public[: self.n] + function(r + public + message).digest()
        mask = b"".join(function(seed + i.to_bytes(4, "big")).digest() for i in range(2))
        return mask[:length]


class Key(NamedTuple):
    p: Parameters
    seed: bytes
    prf: bytes
    public: bytes

    @property
    def public_seed(self) -> bytes:
        return self.public[: self.p.n]

    def hash(self, a: Address, *parts: bytes) -> bytes:
        return self.p.hash(self.public_seed, a, *parts)


def digits(data: bytes, bits: int, count: int) -> list[int]:
    """base_2b, algorithm 4."""
    number, length = int.from_bytes(data, "big"), 8 * len(data)
    return [number >> length - bits * (i + 1) & (1 << bits) - 1 for i in range(count)]


# ---- sec. 5: WOTS+ ----

def steps(p: Parameters, message: bytes) -> list[int]:
    values = digits(message, LG_W, 2 * p.n)
    checksum = sum(W - 1 - v for v in values) << 4
    return values + digits(checksum.to_bytes(2, "big"), LG_W, 3)


def chain(k: Key, a: Address, value: bytes, first: int, last: int) -> bytes:
    for i in range(first, last):
        value = k.hash(a._replace(words=(*a.words[:2], i)), value)
    return value


def wots(k: Key, layer: int, tree: int, leaf: int, ends: list[int]) -> list[bytes]:
    values = []
    for i, end in enumerate(ends):
        a = Address(layer, tree, WOTS_HASH, (leaf, i, 0))
        values.append(chain(k, a, k.hash(a._replace(type=WOTS_PRF), k.seed), 0, end))
    return values


def wots_public(k: Key, layer: int, tree: int, leaf: int, ends: list[bytes]) -> bytes:
    return k.hash(Address(layer, tree, WOTS_PK, (leaf, 0, 0)), *ends)


# ---- sec. 6 and 8: trees, with authentication paths ----

def climb(k: Key, a: Address, first: int, nodes: list[bytes], leaf: int) -> tuple[bytes, list[bytes]]:
    """The root, and the path of a leaf. first is the index of the first leaf."""
    path, height = [], 0
    while len(nodes) > 1:
        path.append(nodes[leaf >> height ^ 1])
        height += 1
        nodes = [k.hash(a._replace(words=(a.words[0], height, (first >> height) + i)), *nodes[2 * i : 2 * i + 2])
                 for i in range(len(nodes) // 2)]
    return nodes[0], path


def xmss(k: Key, layer: int, tree: int, leaf: int) -> tuple[bytes, list[bytes]]:
    ends = [W - 1] * k.p.chains
    leaves = [wots_public(k, layer, tree, i, wots(k, layer, tree, i, ends)) for i in range(1 << k.p.tree_height)]
    return climb(k, Address(layer, tree, TREE), 0, leaves, leaf)


def fors(k: Key, tree: int, leaf: int, number: int, index: int) -> tuple[bytes, list[bytes]]:
    """The root of a tree, and its part of a signature."""
    a, first, num = Address(0, tree, FORS_TREE, (leaf, 0, 0)), number << k.p.fors_height, 1 << k.p.fors_height
    secrets = [k.hash(a._replace(type=FORS_PRF, words=(leaf, 0, first + i)), k.seed) for i in range(num)]
    leaves = [k.hash(a._replace(words=(leaf, 0, first + i)), secret) for i, secret in enumerate(secrets)]
    root, path = climb(k, a, first, leaves, index)
    return root, [secrets[index], *path]


# ---- sec. 9 ----

def key_gen(p: Parameters, seed: bytes) -> Key:
    k = Key(p, seed[: p.n], seed[p.n : 2 * p.n], seed[2 * p.n :])
    return k._replace(public=k.public + xmss(k, p.d - 1, 0, 0)[0])


def select(k: Key, r: bytes, message: bytes) -> tuple[list[int], int, int]:
    """The leaves of FORS, a tree and a leaf of it."""
    digest, (fors_len, tree_len, _) = k.p.hash_message(r, k.public, message), k.p.digest_parts
    tree = int.from_bytes(digest[fors_len : fors_len + tree_len], "big")
    leaf = int.from_bytes(digest[fors_len + tree_len :], "big")
    return (digits(digest[:fors_len], k.p.fors_height, k.p.fors_trees),
            tree % (1 << (k.p.d - 1) * k.p.tree_height), leaf % (1 << k.p.tree_height))


def sign(k: Key, message: bytes, random: bytes | None = None) -> bytes:
    """slh_sign_internal, algorithm 19."""
    r = k.p.prf_message(k.prf, random or k.public_seed, message)
    indices, tree, leaf = select(k, r, message)
    trees = [fors(k, tree, leaf, i, index) for i, index in enumerate(indices)]
    parts = [r, *(b"".join(part) for _, part in trees)]
    node = k.hash(Address(0, tree, FORS_ROOTS, (leaf, 0, 0)), *(root for root, _ in trees))
    for layer in range(k.p.d):
        parts += wots(k, layer, tree, leaf, steps(k.p, node))
        node, path = xmss(k, layer, tree, leaf)
        parts += path
        tree, leaf = tree >> k.p.tree_height, tree % (1 << k.p.tree_height)
    return b"".join(parts)


# ---- what any signature leads to: sec. 9.3, algorithm 20 ----

def recover_leaf(k: Key, layer: int, tree: int, leaf: int, node: bytes, values: list[bytes]) -> bytes:
    ends = [chain(k, Address(layer, tree, WOTS_HASH, (leaf, i, 0)), value, step, W - 1)
            for i, (value, step) in enumerate(zip(values, steps(k.p, node), strict=True))]
    return wots_public(k, layer, tree, leaf, ends)


def descend(k: Key, a: Address, index: int, node: bytes, path: list[bytes]) -> bytes:
    """The root above a leaf, of which index is counted over all trees."""
    for height, sibling in enumerate(path):
        pair = (sibling, node) if index & 1 else (node, sibling)
        index >>= 1
        node = k.hash(a._replace(words=(a.words[0], height + 1, index)), *pair)
    return node


def recover(k: Key, message: bytes, signature: bytes) -> bytes:
    """The root that a valid signature would have."""
    parts = [signature[i : i + k.p.n] for i in range(0, len(signature), k.p.n)]
    indices, tree, leaf = select(k, parts.pop(0), message)
    a, roots = Address(0, tree, FORS_TREE, (leaf, 0, 0)), []
    for i, index in enumerate(indices):
        (secret, *path), parts = parts[: 1 + k.p.fors_height], parts[1 + k.p.fors_height :]
        at = (i << k.p.fors_height) + index
        roots.append(descend(k, a, at, k.hash(a._replace(words=(leaf, 0, at)), secret), path))
    node = k.hash(a._replace(type=FORS_ROOTS), *roots)
    for layer in range(k.p.d):
        values, parts = parts[: k.p.chains], parts[k.p.chains :]
        node = recover_leaf(k, layer, tree, leaf, node, values)
        path, parts = parts[: k.p.tree_height], parts[k.p.tree_height :]
        node = descend(k, Address(layer, tree, TREE), leaf, node, path)
        tree, leaf = tree >> k.p.tree_height, tree % (1 << k.p.tree_height)
    return node
