#pragma once

#include <functional>
#include <string>
#include <thread>

#include "common/base/status.hpp"

namespace eddyline {

/// Starts a thread that no signal of the process is handed to.
/// Errors   kIoError: the system has no thread left.
Result<std::thread> start_thread(const std::string& name, std::function<void()> body);

}  // namespace eddyline
