#include "CScan.h"

static _Thread_local cscan_memory memory;

cscan_memory *cscan_thread_memory(void) { return &memory; }
