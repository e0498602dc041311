// The functions of expat that the product uses. The first call of one of them loads the library.
#include "CExpat.h"

#ifdef __APPLE__
static const char *const names[] = {"libexpat.dylib"};
#else
static const char *const names[] = {"libexpat.so.1"};
#endif

// X(type, name, parameters, arguments, result if the library is missing)
#define FUNCTIONS(X) \
    X(XML_Parser, XML_ParserCreateNS, (const XML_Char *encoding, XML_Char separator), (encoding, separator), NULL) \
    X(void, XML_ParserFree, (XML_Parser parser), (parser), (void)0) \
    X(void, XML_SetUserData, (XML_Parser parser, void *data), (parser, data), (void)0) \
    X(void, XML_SetElementHandler, (XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end), \
      (parser, start, end), (void)0) \
    X(void, XML_SetCharacterDataHandler, (XML_Parser parser, XML_CharacterDataHandler handler), (parser, handler), (void)0) \
    X(void, XML_SetCommentHandler, (XML_Parser parser, XML_CommentHandler handler), (parser, handler), (void)0) \
    X(void, XML_SetProcessingInstructionHandler, (XML_Parser parser, XML_ProcessingInstructionHandler handler), \
      (parser, handler), (void)0) \
    X(void, XML_SetStartDoctypeDeclHandler, (XML_Parser parser, XML_StartDoctypeDeclHandler handler), \
      (parser, handler), (void)0) \
    X(void, XML_SetStartNamespaceDeclHandler, (XML_Parser parser, XML_StartNamespaceDeclHandler handler), \
      (parser, handler), (void)0) \
    X(enum XML_Status, XML_Parse, (XML_Parser parser, const char *text, int count, int isFinal), \
      (parser, text, count, isFinal), XML_STATUS_ERROR) \
    X(enum XML_Status, XML_StopParser, (XML_Parser parser, XML_Bool resumable), (parser, resumable), XML_STATUS_ERROR) \
    X(enum XML_Status, XML_ResumeParser, (XML_Parser parser), (parser), XML_STATUS_ERROR) \
    X(enum XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser), XML_ERROR_NO_MEMORY) \
    X(const XML_LChar *, XML_ErrorString, (enum XML_Error code), (code), why) \
    X(XML_Index, XML_GetCurrentByteIndex, (XML_Parser parser), (parser), -1) \
    X(int, XML_GetCurrentByteCount, (XML_Parser parser), (parser), 0)

// Since expat 2.6
#define OPTIONAL(X) X(XML_Bool, XML_SetReparseDeferralEnabled, (XML_Parser parser, XML_Bool enabled))

#define LIBRARY "libexpat"
#include "CLoad.h"

const char *cexpat_missing(void) { return is_loaded() ? NULL : why; }

XML_Parser cexpat_new(void) {
    XML_Parser parser = XML_ParserCreateNS("UTF-8", CEXPAT_SEPARATOR);
    if (parser && loaded_XML_SetReparseDeferralEnabled) loaded_XML_SetReparseDeferralEnabled(parser, 0);
    return parser;
}
