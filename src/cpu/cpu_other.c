/*
 * A processor that no kernel knows: it has the level `none` and no bits, so the portable implementation of each family
 * serves, the last of its list.
 */
#include "afterburner/cpu.h"

#include <string.h>

#include "afterburner/cpu_brand.h"
#include "cpu/pause.h"
#include "cpu/policy.h"

void ab_cpu_detect(struct ab_cpu *cpu)
{
    memset(cpu, 0, sizeof(*cpu));
}

void ab_cpu_read_brand(struct ab_cpu *cpu)
{
    memset(cpu->brand, 0, sizeof(cpu->brand));
}

void ab_cpu_pause(void)
{
}
