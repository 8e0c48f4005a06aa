ab_sources(ab_core
  mlkem.c
  mlkem_list_x86.c
  mlkem_hash.c
  mlkem_kat.c
  mlkem_kem.c
  mlkem_key.c)
