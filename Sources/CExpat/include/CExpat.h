// The functions and types of expat that the product uses, declared as in its <expat.h>, so that a build needs no header
// of expat. The library is loaded when one of its functions is first called: only lists in XML need it.
#ifndef SWIFT_IPF_CEXPAT_H
#define SWIFT_IPF_CEXPAT_H
#include <string.h>

typedef char XML_Char;
typedef char XML_LChar;
typedef unsigned char XML_Bool;
typedef long XML_Index;
typedef struct XML_ParserStruct *XML_Parser;

enum XML_Status { XML_STATUS_ERROR = 0, XML_STATUS_OK = 1, XML_STATUS_SUSPENDED = 2 };

// The errors that the product distinguishes.
enum XML_Error {
    XML_ERROR_NO_MEMORY = 1,
    XML_ERROR_NO_ELEMENTS = 3,
    XML_ERROR_UNCLOSED_TOKEN = 5,
    XML_ERROR_PARTIAL_CHAR = 6,
    XML_ERROR_UNCLOSED_CDATA_SECTION = 20,
};

typedef void (*XML_StartElementHandler)(void *data, const XML_Char *name, const XML_Char **attributes);
typedef void (*XML_EndElementHandler)(void *data, const XML_Char *name);
typedef void (*XML_CharacterDataHandler)(void *data, const XML_Char *text, int count);
typedef void (*XML_CommentHandler)(void *data, const XML_Char *text);
typedef void (*XML_ProcessingInstructionHandler)(void *data, const XML_Char *target, const XML_Char *text);
typedef void (*XML_StartDoctypeDeclHandler)(
    void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int hasInternalSubset);
typedef void (*XML_StartNamespaceDeclHandler)(void *data, const XML_Char *prefix, const XML_Char *uri);

XML_Parser XML_ParserCreateNS(const XML_Char *encoding, XML_Char separator);
void XML_ParserFree(XML_Parser parser);
void XML_SetUserData(XML_Parser parser, void *data);
void XML_SetElementHandler(XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end);
void XML_SetCharacterDataHandler(XML_Parser parser, XML_CharacterDataHandler handler);
void XML_SetCommentHandler(XML_Parser parser, XML_CommentHandler handler);
void XML_SetProcessingInstructionHandler(XML_Parser parser, XML_ProcessingInstructionHandler handler);
void XML_SetStartDoctypeDeclHandler(XML_Parser parser, XML_StartDoctypeDeclHandler handler);
void XML_SetStartNamespaceDeclHandler(XML_Parser parser, XML_StartNamespaceDeclHandler handler);
enum XML_Status XML_Parse(XML_Parser parser, const char *text, int count, int isFinal);
enum XML_Status XML_StopParser(XML_Parser parser, XML_Bool resumable);
enum XML_Status XML_ResumeParser(XML_Parser parser);
enum XML_Error XML_GetErrorCode(XML_Parser parser);
const XML_LChar *XML_ErrorString(enum XML_Error code);
XML_Index XML_GetCurrentByteIndex(XML_Parser parser);
int XML_GetCurrentByteCount(XML_Parser parser);

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

// Creates a parser with namespaces for a text in UTF-8, which ignores the encoding that the text declares. Each call of
// `XML_Parse` reads all complete items: newer versions of expat would parse a long item again only after its length has
// doubled.
XML_Parser cexpat_new(void);

#endif
