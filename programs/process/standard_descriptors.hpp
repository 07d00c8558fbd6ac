#pragma once

namespace eddyline::programs {

/// Gives closed standard descriptors something that cannot be written: else the first file opened gets their number, and with it
/// what is meant for the terminal. First call of every main.
void hold_standard_descriptors();

}  // namespace eddyline::programs
