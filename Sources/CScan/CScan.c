#include "CScan.h"

// Swift has no variables of a thread's own.
static _Thread_local cscan_text last_text;

cscan_text *cscan_last_text(void) { return &last_text; }
