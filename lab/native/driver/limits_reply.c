/* Answer the request `limits`: measure the limits of the silicon and report them. */
#include "limits_reply.h"

#include <stddef.h>

#include "lab/native/measure/limits.h"
#include "reply.h"

void lab_limits_reply(const struct lab_line *line)
{
    static const char *const texts[] = { "cpu", NULL }, *const numbers[] = { NULL };
    struct lab_limits limits;
    const struct ab_cap *cap;

    if (!lab_line_fits(line, texts, numbers)) {
        lab_reply_error("not a request for limits");
        return;
    }
    cap = ab_cap_find(lab_line_text(line, "cpu", "avx512"));
    if (cap == NULL) {
        lab_reply_error("no such level; cpu is one of " AB_CAP_NAMES);
        return;
    }
    lab_limits_measure(&limits, cap);
    lab_reply_open(NULL, '{');
    lab_reply_bool("ok", 1);
    lab_reply_open("limits", '{');
    for (size_t i = 0; i < limits.num; i++) {
        lab_reply_open(limits.list[i].name, '{');
        lab_reply_number("value", limits.list[i].value);
        lab_reply_text("unit", limits.list[i].unit);
        lab_reply_text("what", limits.list[i].what);
        lab_reply_close('}');
    }
    lab_reply_close('}');
    lab_reply_close('}');
}
