/*
 * Property queries (property(7)), by which a caller restricts the choice of an algorithm. OpenSSL matches them when it
 * fetches; MACs and KDFs pass one on for their digest. Our digests are part of the module and are not fetched, so the
 * module matches queries itself.
 */
#ifndef AB_PROVIDER_PROPERTY_H
#define AB_PROVIDER_PROPERTY_H

/*
 * Whether algorithms of this module match the query. Their only property is provider=afterburner; a clause with '?' is
 * optional; a property that they lack has the value "no". NULL and an invalid query match, as in OpenSSL.
 */
int ab_property_is_met(const char *query);

#endif
