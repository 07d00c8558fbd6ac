#pragma once

namespace eddyline {

/// Lets the process keep some megabytes of what it frees instead of giving them back to the system at once: messages of some
/// hundred kilobytes come and go thousands of times a second, and each fresh page costs a fault.
///
/// Thread   main(), before there are others.
void keep_freed_memory();

}  // namespace eddyline
