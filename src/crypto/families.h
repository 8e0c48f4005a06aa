/* A family is what one known-answer test covers: one mode of one primitive, all its key sizes. */
#ifndef AB_CRYPTO_FAMILIES_H
#define AB_CRYPTO_FAMILIES_H

enum ab_family {
    AB_FAMILY_AES_ECB,
    AB_FAMILY_AES_CBC,
    AB_FAMILY_AES_CBC_CTS,
    AB_FAMILY_AES_CFB,
    AB_FAMILY_AES_CFB8,
    AB_FAMILY_AES_CFB1,
    AB_FAMILY_AES_OFB,
    AB_FAMILY_AES_CTR,
    AB_FAMILY_AES_XTS,
    AB_FAMILY_AES_OCB,
    AB_FAMILY_AES_CCM,
    AB_FAMILY_AES_SIV,
    AB_FAMILY_AES_WRAP,
    AB_FAMILY_AES_GCM,
    AB_FAMILY_AES_GCM_SIV,
    AB_FAMILY_AES_CMAC,
    AB_FAMILY_AES_LANES, /* CBC-MAC, CBC and CFB encryption of many messages at once */
    AB_FAMILY_AES_CBC_HMAC_SHA1,
    AB_FAMILY_AES_CBC_HMAC_SHA256,
    AB_NUM_FAMILIES
};

#endif
