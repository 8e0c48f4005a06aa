/* TLS servers that set groups themselves, so that the line `Groups` of OpenSSL's configuration does not reach them. */
#ifndef AB_CLI_DOCTOR_SERVERS_H
#define AB_CLI_DOCTOR_SERVERS_H

/*
 * If the executable at `exe` is such a server by its name, print a note: its settings, how to see them, and what to
 * write there. is_default: its libssl has the groups without Afterburner (3.5 and later); before, a server whose own
 * list names one does not start if Afterburner is missing. Only text of our own is printed.
 */
void ab_note_server(const char *exe, int is_default);

#endif
