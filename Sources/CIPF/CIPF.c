// The Swift module CInterface implements the functions. This file checks that the header compiles as C without other headers.
#include "ipf.h"
