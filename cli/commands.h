/* The subcommands. Each takes its own argv, with its name as argv[0], and returns the exit status. */
#ifndef AB_CLI_COMMANDS_H
#define AB_CLI_COMMANDS_H

int ab_status_main(int argc, char **argv);
int ab_exec_main(int argc, char **argv);
int ab_config_main(int argc, char **argv);
int ab_enable_main(int argc, char **argv);
int ab_disable_main(int argc, char **argv);
int ab_doctor_main(int argc, char **argv);
int ab_estimate_main(int argc, char **argv);
int ab_selftest_main(int argc, char **argv);
int ab_sum_main(int argc, char **argv);
int ab_top_main(int argc, char **argv);
int ab_tune_main(int argc, char **argv);
int ab_container_main(int argc, char **argv);

extern const char ab_status_usage[], ab_exec_usage[], ab_config_usage[], ab_enable_usage[], ab_disable_usage[],
    ab_doctor_usage[], ab_estimate_usage[], ab_selftest_usage[], ab_sum_usage[], ab_top_usage[], ab_tune_usage[],
    ab_container_usage[], ab_edit_usage[], ab_search_usage[];

#endif
