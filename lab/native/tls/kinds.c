/* The list of all kinds that the TLS driver measures. */
#include "connection.h"

const struct lab_kind *const lab_kinds[] = { &lab_kind_connection, NULL };
