// The functions, types and macros of expat that the product uses. The library is loaded when one of its functions is
// first called: only lists in XML need it.
#ifndef SWIFT_IPF_CEXPAT_H
#define SWIFT_IPF_CEXPAT_H
#include <expat.h>
#include <string.h>

// Returns the reason that expat cannot be loaded, a constant; NULL if it is loaded. Without expat, no parser is created.
const char *cexpat_missing(void);

// The character between the namespace and the local name. It does not occur in names, and expat refuses it in
// namespaces.
#define CEXPAT_SEPARATOR '\n'

// Returns the local part of a name.
static inline const char *cexpat_local(const char *name) {
    const char *separator = strrchr(name, CEXPAT_SEPARATOR);
    return separator ? separator + 1 : name;
}

// Creates a parser with namespaces. `encoding` replaces the declaration of the text if it is not NULL.
static inline XML_Parser cexpat_new(const char *encoding) { return XML_ParserCreateNS(encoding, CEXPAT_SEPARATOR); }

#endif
