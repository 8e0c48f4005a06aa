/* Run a fuzz target on the files of a corpus, without libFuzzer: replay FILE... */
#include <stdio.h>

#include "fuzz.h"

int main(int num_args, char **args)
{
    static uint8_t data[1 << 16];

    for (int i = 1; i < num_args; i++) {
        FILE *f = fopen(args[i], "rb");
        size_t len;

        if (f == NULL) {
            perror(args[i]);
            return 1;
        }
        len = fread(data, 1, sizeof(data), f);
        fclose(f);
        printf("%s\n", args[i]);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, len);
    }
    printf("%d inputs\n", num_args - 1);
    return num_args == 1;
}
