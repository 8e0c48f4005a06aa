/*
 * Property queries (property(7)), by which a caller says what an algorithm must be: OpenSSL matches them when it fetches, and a MAC
 * or KDF passes one on for the digest that it stands on. Ours is part of the module, so the module matches.
 */
#ifndef AB_PROVIDER_PROPERTY_H
#define AB_PROVIDER_PROPERTY_H

/*
 * 1 if algorithms of this module meet the query: their one property is provider=afterburner, what a clause with '?' asks for is
 * not required, and a property that they lack is "no". NULL, and what is no query, ask for nothing, as in OpenSSL.
 */
int ab_property_is_met(const char *query);

#endif
