#include "tests/unit/jobmanager/core/core_script.hpp"

#include <fstream>
#include <functional>
#include <sstream>

#include "tests/unit/jobmanager/core/message_text.hpp"

namespace eddyline::jobmanager::tests {
namespace {

/// One line of a script, as words.
class Words {
 public:
  explicit Words(const std::string& line) : stream_(line) {}

  std::string next() {
    std::string word;
    stream_ >> word;
    return word;
  }
  std::string rest() {
    std::string text;
    std::getline(stream_ >> std::ws, text);
    return text;
  }
  /// Of the words that are left, the one "KEY=VALUE".
  std::string value(const std::string& key, const std::string& otherwise) const {
    std::istringstream words(stream_.str());
    for (std::string word; words >> word;) {
      if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
    }
    return otherwise;
  }
  uint64_t number(const std::string& key, uint64_t otherwise) const {
    return std::stoull(value(key, std::to_string(otherwise)));
  }

 private:
  std::istringstream stream_;
};

schemas::SubtaskState subtask_state(const std::string& name) {
  for (int state = 0; state <= static_cast<int>(schemas::SubtaskState::kFailed); ++state) {
    if (schemas::subtask_state_name(static_cast<schemas::SubtaskState>(state)) == name) {
      return static_cast<schemas::SubtaskState>(state);
    }
  }
  CHECK(false) << "no state " << name;
  return {};
}

class Runner {
 public:
  /// What the job manager says to a line.
  std::vector<std::string> run(const std::string& line) {
    Words words(line);
    const std::string first = words.next();
    if (first == "advance") {
      driver_->advance(std::chrono::milliseconds(std::stoll(words.next())));
    } else if (first == "log") {
      show_log_ = true;
      driver_->take_log();
    } else if (first == "slots") {
      const ClusterView view = driver_->core().cluster();
      return {std::to_string(view.free_slots) + " of " + std::to_string(view.slots) + " free"};
    } else if (first == "dropped") {
      return {std::to_string(driver_->core().dropped_messages())};
    } else if (first == "remember") {
      settings_.ended_jobs_max = std::stoul(words.next());
      driver_.emplace(1, settings_);
    } else if (first == "hold-plans") {
      driver_->hold_plans();
    } else if (first == "read-plan") {
      CHECK(driver_->read_plan()) << "no plan is to be read";
    } else if (first == "shut-down") {
      driver_->core().shut_down(driver_->now());
    } else {
      act(first, words.next(), words);
    }
    return output();
  }

 private:
  void act(const std::string& name, const std::string& verb, Words& words) {
    const PeerId peer = peer_of(name);
    using Act = void (Runner::*)(PeerId, const std::string&, Words&);
    static const std::map<std::string, Act> kActs{{"register", &Runner::register_executor},
                                                  {"submit", &Runner::submit},
                                                  {"select", &Runner::submit},
                                                  {"list", &Runner::ask_for_list},
                                                  {"describe", &Runner::ask},
                                                  {"cancel", &Runner::ask},
                                                  {"await", &Runner::ask},
                                                  {"fetch", &Runner::fetch},
                                                  {"deployed", &Runner::deployed},
                                                  {"state", &Runner::state},
                                                  {"all", &Runner::all},
                                                  {"rows", &Runner::rows},
                                                  {"rows-of", &Runner::rows_of},
                                                  {"heartbeat", &Runner::heartbeat},
                                                  {"cut", &Runner::cut},
                                                  {"nonsense", &Runner::nonsense}};
    const auto found = kActs.find(verb);
    CHECK(found != kActs.end()) << "nobody can " << verb;
    verb_ = verb;
    std::invoke(found->second, this, peer, name, words);
  }

  PeerId peer_of(const std::string& name) {
    const auto found = peers_.find(name);
    if (found != peers_.end() && driver_->is_there(found->second)) return found->second;
    const PeerId peer = driver_->connect();
    peers_[name] = peer;
    names_.peers[peer] = name;
    return peer;
  }

  void register_executor(PeerId peer, const std::string& name, Words& words) {
    schemas::RegisterExecutor message;
    message.address.executor = schemas::ExecutorId(words.value("id", name));
    message.address.host = words.value("host", "host-" + name);
    message.address.data_port = static_cast<uint16_t>(words.number("port", 5000));
    message.slots = static_cast<uint32_t>(words.number("slots", 1));
    message.build = words.value("build", "1.0");
    driver_->say(peer, message);
  }
  void submit(PeerId peer, const std::string&, Words& words) {
    const std::string job = words.next();
    const schemas::RequestId id = request();
    submitted_[{peer, id}] = job;
    driver_->say(peer, schemas::SubmitJob{id, job, words.rest(), {}, verb_ == "select"});
  }
  void ask_for_list(PeerId peer, const std::string&, Words&) { driver_->say(peer, schemas::ListJobs{request()}); }
  void ask(PeerId peer, const std::string&, Words& words) {
    const JobId job = job_of(words.next());
    if (verb_ == "describe") driver_->say(peer, schemas::DescribeJob{request(), job});
    if (verb_ == "cancel") driver_->say(peer, schemas::CancelJob{request(), job});
    if (verb_ == "await") driver_->say(peer, schemas::AwaitJob{request(), job});
  }
  void fetch(PeerId peer, const std::string&, Words& words) {
    schemas::FetchJobRows message{request(), job_of(words.next()), 1};
    message.offset = words.number("offset", 0);
    message.wait = std::chrono::milliseconds(words.number("wait", 0));
    driver_->say(peer, message);
  }
  void deployed(PeerId peer, const std::string&, Words& words) {
    const schemas::AttemptId attempt = attempt_of(words.next());
    const Status result = words.next() == "error" ? io_error(words.rest()) : Status();
    driver_->say(peer, schemas::JobDeployed{attempt, result});
  }
  void state(PeerId peer, const std::string&, Words& words) {
    schemas::SubtaskChanged message;
    message.attempt = attempt_of(words.next());
    message.subtask.vertex = VertexId(static_cast<uint32_t>(std::stoul(words.next())));
    message.subtask.subtask = SubtaskIndex(static_cast<uint32_t>(std::stoul(words.next())));
    message.state = subtask_state(words.next());
    const std::string cause = words.rest();
    if (!cause.empty()) message.cause = data_error(cause);
    driver_->say(peer, message);
  }
  void all(PeerId peer, const std::string& name, Words& words) {
    const std::string job = words.next();
    const schemas::SubtaskState state = subtask_state(words.next());
    const std::optional<JobView> view = driver_->core().dispatcher().job(job_of(job));
    for (uint32_t vertex = 0; vertex < view->topology->vertices.size(); ++vertex) {
      for (uint32_t subtask = 0; subtask < view->topology->vertices[vertex].parallelism.value(); ++subtask) {
        if (deployed_slots_[job].at(subtask) != name) continue;
        driver_->say(peer,
                    schemas::SubtaskChanged{attempt_of(job), {VertexId(vertex), SubtaskIndex(subtask)}, state, {}, {}});
      }
    }
  }
  void rows(PeerId peer, const std::string&, Words& words) {
    schemas::FetchedRows message;
    message.request = asked_[peer].request;
    message.offset = asked_[peer].offset;
    message.rows = std::stoull(words.next());
    const std::string word = words.next();
    message.ended = word == "ended";
    if (word == "error") message.result = io_error(words.rest());
    driver_->say(peer, message);
  }
  void rows_of(PeerId peer, const std::string&, Words& words) {
    schemas::FetchedRows message;
    message.request = asked_[peers_.at(words.next())].request;
    driver_->say(peer, message);
  }
  void heartbeat(PeerId peer, const std::string&, Words&) { driver_->say(peer, schemas::Heartbeat()); }
  void cut(PeerId peer, const std::string&, Words& words) { driver_->cut(peer, words.rest()); }
  void nonsense(PeerId peer, const std::string&, Words&) { driver_->say_nonsense(peer); }

  schemas::RequestId request() { return schemas::RequestId(next_request_++); }
  JobId job_of(const std::string& name) const {
    for (const auto& [id, job] : names_.jobs) {
      if (job == name) return id;
    }
    return JobId(0, 0);
  }
  schemas::AttemptId attempt_of(const std::string& job) const {
    for (const auto& [id, name] : names_.attempts) {
      if (name == job) return id;
    }
    return schemas::AttemptId(0);
  }

  static CoreSettings settings() {
    CoreSettings settings;
    settings.build = "1.0";
    return settings;
  }

  /// Notes the names of what appears, and writes it.
  std::vector<std::string> output() {
    std::vector<std::string> lines;
    const std::vector<Said> said = driver_->take();
    for (const Said& one : said) learn(one);
    for (const Said& one : said) lines.push_back(said_text(one, names_));
    if (!show_log_) return lines;
    for (const std::string& line : driver_->take_log()) lines.push_back(without_ids("log: " + line));
    return lines;
  }
  void learn(const Said& said) {
    if (const auto* message = std::get_if<schemas::ToClient>(&said.what)) {
      if (const auto* submitted = std::get_if<schemas::JobSubmitted>(message)) {
        names_.jobs[submitted->job] = submitted_.at({said.peer, submitted->request});
      }
    }
    const auto* message = std::get_if<schemas::ToExecutor>(&said.what);
    if (message == nullptr) return;
    if (const auto* deploy = std::get_if<schemas::DeployJob>(message)) {
      names_.jobs[deploy->job] = deploy->name;
      names_.attempts[deploy->attempt] = deploy->name;
      deployed_slots_[deploy->name].clear();
      for (const uint32_t executor : deploy->executor_of_slot) {
        deployed_slots_[deploy->name].push_back(deploy->executors.at(executor).executor.value());
      }
    }
    if (const auto* fetch = std::get_if<schemas::FetchRows>(message)) asked_[said.peer] = *fetch;
  }
  std::string without_ids(std::string line) const {
    for (const auto& [job, name] : names_.jobs) {
      for (size_t at = line.find(job.to_string()); at != std::string::npos; at = line.find(job.to_string())) {
        line.replace(at, 32, "ID-OF-" + name);
      }
    }
    const size_t attempt = line.find(") (");
    if (attempt != std::string::npos && line.size() > attempt + 19 && line[attempt + 19] == '_') {
      line.replace(attempt + 3, 16, "ATTEMPT");
    }
    return line;
  }

  CoreSettings settings_ = settings();
  std::optional<CoreDriver> driver_{std::in_place, 1, settings_};
  Names names_;
  std::map<std::string, PeerId> peers_;
  std::map<std::string, std::vector<std::string>> deployed_slots_;
  std::map<PeerId, schemas::FetchRows> asked_;
  std::string verb_;
  std::map<std::pair<PeerId, schemas::RequestId>, std::string> submitted_;
  uint64_t next_request_ = 1;
  bool show_log_ = false;
};

}  // namespace

CoreScript read_core_script(const std::string& path) {
  CoreScript script{path, {}};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('>')) script.lines.push_back(line);
  }
  return script;
}

std::vector<std::string> run_core_script(const CoreScript& script) {
  Runner runner;
  std::vector<std::string> lines;
  for (const std::string& line : script.lines) {
    lines.push_back(line);
    if (line.empty() || line.starts_with('#')) continue;
    for (const std::string& said : runner.run(line)) lines.push_back("> " + said);
  }
  return lines;
}

}  // namespace eddyline::jobmanager::tests
