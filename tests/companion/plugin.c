/* Calls the libcrypto that it is linked with. */
void OSSL_DECODER_CTX_free(void *ctx);
void use(void *ctx);

void use(void *ctx)
{
    OSSL_DECODER_CTX_free(ctx);
    __asm__ volatile(""); /* so that the call is none to our own caller */
}
