/* Print the module's report (src/provider/report.h) for a library context without configuration. */
#include <stdio.h>

#include "host.h"

int main(void)
{
    static char text[32768];
    OSSL_PARAM params[] = { OSSL_PARAM_utf8_string("afterburner-report", text, sizeof(text)), OSSL_PARAM_END };
    struct host h;

    host_open(&h);
    CHECK(OSSL_PROVIDER_get_params(h.module, params));
    fputs(text, stdout);
    host_close(&h);
    return 0;
}
