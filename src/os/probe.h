/*
 * The static probe of the counters, for bpftrace, perf and SystemTap: a no-op instruction and a note in the module's
 * file. Without <sys/sdt.h> (cmake/probes.cmake) there is none.
 *
 * afterburner:call(name, level, kind, bytes): name and level are addresses of text, kind is one of enum ab_counted.
 */
#ifndef AB_OS_PROBE_H
#define AB_OS_PROBE_H

#ifdef AB_HAS_SDT
# include <sys/sdt.h>
# define AB_PROBE_CALL(name, level, kind, bytes) DTRACE_PROBE4(afterburner, call, name, level, kind, bytes)
#else
# define AB_PROBE_CALL(name, level, kind, bytes) ((void)(name), (void)(level), (void)(kind), (void)(bytes))
#endif

#endif
