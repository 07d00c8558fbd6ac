#pragma once

#include <string>

#include "plan/job_graph/job_graph.hpp"

namespace eddyline::plan {

/// What two processes must have made alike of a plan before they may exchange rows of it, as 32 hex digits: vertices with their
/// chains, parallelism and key groups, edges with their ways and keys, and the number of channels.
std::string job_graph_digest(const JobGraph& graph);

/// Of all edges: an edge has one for each pair of subtasks between which rows may travel. Channels are numbered along the edges.
uint64_t channel_count(const JobGraph& graph);

}  // namespace eddyline::plan
