/* The table of instructions. On bare metal this runs while vector registers hold what is traced. */
#include "table.h"

#include <stddef.h>

#include "platform.h"

/* decode.py writes this layout. */
struct table {
    uint64_t code_start, code_len, num_instructions;
    struct instruction instructions[]; /* all that differ; the first one is not used */
    /*
     * After them, for each byte of code, a number: which of them starts there; 0: none. Then likewise where its own
     * code is, counted from the end of these numbers; 0: nowhere.
     */
};

static const struct table *table;
static const uint32_t *instruction_at, *code_at;

void table_use(const void *start)
{
    table = start;
    instruction_at = (const uint32_t *)&table->instructions[table->num_instructions];
    code_at = instruction_at + table->code_len;
}

static uint32_t number_at(const uint32_t *numbers, uint64_t rip)
{
    uint64_t at = rip - table->code_start;

    return at < table->code_len ? numbers[at] : 0;
}

const struct instruction *trace_find(uint64_t rip)
{
    uint32_t number = number_at(instruction_at, rip);

    return number == 0 ? NULL : &table->instructions[number];
}

const void *table_code(uint64_t rip)
{
    uint32_t at = number_at(code_at, rip);

    return at == 0 ? NULL : (const uint8_t *)(code_at + table->code_len) + at;
}
