#pragma once

#include "common/base/status.hpp"
#include "common/file/owned_descriptor.hpp"
#include "jobmanager/settings/job_manager_settings.hpp"

namespace eddyline::jobmanager {

/// A TCP socket that listens and never blocks.
struct ListeningSocket {
  OwnedDescriptor descriptor;
  uint16_t port = 0;
};

/// Listens at the first port of the settings that is free; another process on the same port is refused.
/// Errors   kIoError when none is free, kConfigurationError for an unknown host, both with host, ports and the options that name them.
Result<ListeningSocket> listen_for_requests(const RestSettings& settings);

}  // namespace eddyline::jobmanager
