#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/status.hpp"
#include "common/config/configuration.hpp"
#include "common/config/port_ranges.hpp"
#include "common/net/network.hpp"

namespace eddyline::jobmanager {

/// How the job manager judges time, and what it remembers.
struct CoreSettings {
  /// Of the program: task executors must be of the same.
  std::string build;
  std::chrono::milliseconds heartbeat_interval{10'000};
  std::chrono::milliseconds heartbeat_timeout{50'000};
  std::chrono::milliseconds slot_request_timeout{300'000};
  size_t ended_jobs_max = 1000;
  std::chrono::milliseconds ended_jobs_kept{3'600'000};
};

/// Where task executors and clients find it.
struct ControlSettings {
  std::string bind_host = "localhost";
  uint16_t bind_port = 6123;
  /// The options that say where, for messages.
  std::string host_key;
  std::string port_key;
  NetworkSettings network;
};

struct RestSettings {
  std::string bind_host = "localhost";
  /// The option that says where, for messages.
  std::string host_key;
  /// What others are told to reach it by.
  std::string host = "localhost";
  /// The first one that is free is taken.
  PortRanges ports{{{8081, 8081}}};
  /// The option that says the ports, for messages.
  std::string port_key;
  size_t threads = 4;
  Bytes content_bytes_max{104857600};
  bool cancel_enabled = true;
  std::chrono::milliseconds refresh_interval{3000};
};

struct JobManagerSettings {
  CoreSettings core;
  ControlSettings control;
  RestSettings rest;
};

/// Errors   kConfigurationError with key, value and what is allowed.
Result<JobManagerSettings> job_manager_settings(const Configuration& configuration);

/// What each job brings along in its own settings.
struct JobTimeouts {
  /// A SELECT is cancelled when its client has not asked for rows for this long.
  std::chrono::milliseconds client{60'000};
  /// Zero: nothing is done about subtasks that do not end.
  std::chrono::milliseconds cancellation{180'000};
};
Result<JobTimeouts> job_timeouts(const Configuration& settings);

}  // namespace eddyline::jobmanager
