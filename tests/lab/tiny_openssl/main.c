/* A program that does nothing, in place of OpenSSL's. */
int main(void)
{
    return 0;
}
