ab_sources(ab_core
  curve25519.c
  curve25519_list_x86.c
  curve25519_kat.c
  curve25519_batch_pick.c
  ed25519.c
  x25519.c)
