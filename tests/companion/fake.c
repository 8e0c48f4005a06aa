/* A library with two of libcrypto's functions, of a release that it is compiled for. */
unsigned long OpenSSL_version_num(void);
void OSSL_DECODER_CTX_free(void *ctx);

unsigned long OpenSSL_version_num(void)
{
    return FAKE_VERSION;
}

void OSSL_DECODER_CTX_free(void *ctx)
{
    *(unsigned long *)ctx = FAKE_VERSION;
}
