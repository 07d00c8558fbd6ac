#include "tests/unit/jobmanager/core/test_plan_reader.hpp"

#include <sstream>

namespace eddyline::jobmanager::tests {

Result<JobTopology> TestPlanReader::read(const std::string& plan, const Configuration&) const {
  JobTopology topology;
  std::istringstream words(plan);
  for (std::string word; words >> word;) {
    if (word == "bad") return data_error("nodes[0]: expected a plan, found 'bad'");
    const auto id = static_cast<uint32_t>(topology.vertices.size());
    if (word == "collect") {
      topology.collect = VertexId(id - 1);
      continue;
    }
    const size_t colon = word.find(':');
    VertexTopology vertex;
    vertex.name = word.substr(0, colon);
    vertex.uid = std::string(32, static_cast<char>('a' + id));
    vertex.description = vertex.name + "[...]";
    vertex.parallelism = Parallelism(static_cast<uint32_t>(std::stoul(word.substr(colon + 1))));
    if (id > 0) vertex.inputs.push_back({VertexId(id - 1), plan::ExchangeKind::kHash});
    topology.vertices.push_back(std::move(vertex));
  }
  return topology;
}

std::optional<TestPlanRequests::Read> TestPlanRequests::take() {
  if (waiting_.empty()) return std::nullopt;
  const auto [submission, job] = std::move(waiting_.front());
  waiting_.pop_front();
  return Read{submission, reader_.read(job->plan, job->settings)};
}

}  // namespace eddyline::jobmanager::tests
