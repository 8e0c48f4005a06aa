/* Does a configuration switch the module on? Its text says so; nothing that it names is loaded. */
#ifndef AB_CLI_SEARCH_STATE_H
#define AB_CLI_SEARCH_STATE_H

enum ab_on { AB_STATE_OFF, AB_STATE_ON, AB_STATE_UNKNOWN };

struct ab_state {
    enum ab_on is;
    char reason[640]; /* unless it is on */
};

/* app: what the program looks for in it, AB_APP_OPENSSL or AB_APP_NODEJS. */
void ab_state_read(const char *config, const char *app, struct ab_state *state);

#endif
