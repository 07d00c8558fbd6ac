#pragma once

#include "schemas/control_messages.capnp.h"
#include "schemas/control_messages.hpp"

/// Each message to and from Cap'n Proto. For the sources of this folder only; see wire_values.hpp.
namespace eddyline::schemas {

// Between task executor and job manager (executor_messages.cpp)

void write(wire::RegisterExecutor::Builder to, const RegisterExecutor& message);
void write(wire::JobDeployed::Builder to, const JobDeployed& message);
void write(wire::SubtaskChanged::Builder to, const SubtaskChanged& message);
void write(wire::ExecutorRegistered::Builder to, const ExecutorRegistered& message);
void write(wire::ExecutorRefused::Builder to, const ExecutorRefused& message);
void write(wire::DeployJob::Builder to, const DeployJob& message);
void write(wire::StartJob::Builder to, const StartJob& message);
void write(wire::CancelAttempt::Builder to, const CancelAttempt& message);

Result<RegisterExecutor> read(wire::RegisterExecutor::Reader from);
Result<JobDeployed> read(wire::JobDeployed::Reader from);
Result<SubtaskChanged> read(wire::SubtaskChanged::Reader from);
Result<ExecutorRegistered> read(wire::ExecutorRegistered::Reader from);
Result<ExecutorRefused> read(wire::ExecutorRefused::Reader from);
Result<DeployJob> read(wire::DeployJob::Reader from);
Result<StartJob> read(wire::StartJob::Reader from);
Result<CancelAttempt> read(wire::CancelAttempt::Reader from);

// The rows of a SELECT, on their way from task executor to client (row_messages.cpp)

void write(wire::FetchRows::Builder to, const FetchRows& message);
void write(wire::FetchJobRows::Builder to, const FetchJobRows& message);
void write(wire::FetchedRows::Builder to, const FetchedRows& message);

Result<FetchRows> read(wire::FetchRows::Reader from);
Result<FetchJobRows> read(wire::FetchJobRows::Reader from);
Result<FetchedRows> read(wire::FetchedRows::Reader from);

// Between client and job manager (client_messages.cpp)

void write(wire::SubmitJob::Builder to, const SubmitJob& message);
void write(wire::ListJobs::Builder to, const ListJobs& message);
void write(wire::JobRequest::Builder to, const DescribeJob& message);
void write(wire::JobRequest::Builder to, const CancelJob& message);
void write(wire::JobRequest::Builder to, const AwaitJob& message);
void write(wire::JobSubmitted::Builder to, const JobSubmitted& message);
void write(wire::JobList::Builder to, const JobList& message);
void write(wire::Done::Builder to, const Done& message);
void write(wire::Refused::Builder to, const Refused& message);

Result<SubmitJob> read(wire::SubmitJob::Reader from);
Result<ListJobs> read(wire::ListJobs::Reader from);
Result<DescribeJob> read_describe_job(wire::JobRequest::Reader from);
Result<CancelJob> read_cancel_job(wire::JobRequest::Reader from);
Result<AwaitJob> read_await_job(wire::JobRequest::Reader from);
Result<JobSubmitted> read(wire::JobSubmitted::Reader from);
Result<JobList> read(wire::JobList::Reader from);
Result<Done> read(wire::Done::Reader from);
Result<Refused> read(wire::Refused::Reader from);

}  // namespace eddyline::schemas
