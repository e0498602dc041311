#pragma once

/* Nothing to call: this target passes the arguments of a program to Swift's library (CArguments.c). */
