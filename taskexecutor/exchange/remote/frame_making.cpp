#include "taskexecutor/exchange/remote/frame_making.hpp"

namespace eddyline::taskexecutor {

Frame control_frame(const DataFrameHeader& header) {
  const BufferPtr buffer = allocate_buffer(kDataFrameHeaderBytes);
  write_header(header, {buffer->data(), kDataFrameHeaderBytes});
  return Frame::of(buffer, kDataFrameHeaderBytes);
}

Frame grants_frame(uint64_t attempt, std::span<const CreditGrant> grants) {
  const size_t size = kDataFrameHeaderBytes + grants_bytes(grants.size());
  const BufferPtr buffer = allocate_buffer(size);
  write_grants(grants, buffer->data() + kDataFrameHeaderBytes);
  write_header({.kind = DataFrameKind::kCredit, .attempt = attempt}, {buffer->data(), size});
  return Frame::of(buffer, size);
}

}  // namespace eddyline::taskexecutor
