// The target is header-only; SwiftPM asks a C target for one source file.
#include "CScan.h"
