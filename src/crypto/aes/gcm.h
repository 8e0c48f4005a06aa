/* What AES-GCM offers inside of the library. */
#ifndef AB_CRYPTO_AES_GCM_H
#define AB_CRYPTO_AES_GCM_H

#include "afterburner/aes_gcm.h"

void ab_aes_gcm_give_up_keystream(struct ab_aes_gcm *g);

/* Give up key stream that was made ahead, so that counter and pending are as text without it leaves them. */
static inline void ab_aes_gcm_settle(struct ab_aes_gcm *g)
{
    if (g->made != 0)
        ab_aes_gcm_give_up_keystream(g);
}

#endif
