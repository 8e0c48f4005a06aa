/* What needs no library context: reasons, and sides by name. */
#include "lab.h"

#include <openssl/err.h>
#include <stdio.h>
#include <string.h>

void lab_why(char *why, const char *otherwise)
{
    unsigned long first = ERR_get_error();
    const char *reason = first == 0 ? NULL : ERR_reason_error_string(first);

    snprintf(why, LAB_WHY_LEN, "%s", reason == NULL ? otherwise : reason);
    ERR_clear_error();
}

int lab_refuse(char *why, const char *text)
{
    snprintf(why, LAB_WHY_LEN, "%s", text);
    ERR_clear_error();
    return 0;
}

const struct lab_side *lab_side_find(const struct lab *lab, const char *name)
{
    for (size_t i = 0; i < lab->num_sides; i++)
        if (strcmp(lab->sides[i].name, name) == 0)
            return &lab->sides[i];
    return NULL;
}
