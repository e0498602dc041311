// The functions stand in the Swift module CInterface. That the header stands for itself in C shows here.
#include "ipf.h"
