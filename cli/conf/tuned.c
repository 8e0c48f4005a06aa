/* Write and read the names that `afterburner tune` took away. */
#include "cli/conf/tuned.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/conf/module.h"

void ab_tuned_write(const char *words, struct ab_text *value)
{
    time_t now = time(NULL);
    struct tm today;
    char date[16] = "";

    if (localtime_r(&now, &today) != NULL)
        strftime(date, sizeof(date), "%Y-%m-%d", &today);
    ab_text_addf(value, "%s", date);
    while (*(words += strspn(words, ", ")) != '\0') {
        size_t len = strcspn(words, ", ");

        ab_text_addf(value, " %.*s", (int)len - 1, words + 1); /* without the minus sign */
        words += len;
    }
}

int ab_tuned_reason(const char *value, const char *names, char *reason, size_t size)
{
    const char *word;

    if (value == NULL)
        return 0;
    for (word = value + strcspn(value, " "); *(word += strspn(word, " ")) != '\0'; word += strcspn(word, " "))
        if (ab_report_has(names, word, strcspn(word, " "))) {
            snprintf(reason, size, "slower here (tune, %.*s)", (int)strcspn(value, " "), value);
            return 1;
        }
    return 0;
}
