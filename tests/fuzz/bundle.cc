// Bundles of any bytes: checking and importing end, agree, and what is refused leaves the ledger as it was. The end's
// digest is put right first, or hardly anything changed would come further than it.
#include "nomic/ledger/bundle.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace nomic::ledger;

void must(bool holds) {
  if (!holds) std::abort();
}

ReadBytes from(const std::string& bytes, std::size_t& at) {
  return [&bytes, &at](char* into, std::size_t count) -> std::ptrdiff_t {
    const std::size_t given = std::min(count, bytes.size() - at);
    std::memcpy(into, bytes.data() + at, given);
    at += given;
    return static_cast<std::ptrdiff_t>(given);
  };
}

void put_right(std::string& bundle) {
  constexpr std::size_t END = 37;
  if (bundle.size() < END) return;
  const std::size_t body = bundle.size() - END;
  bundle.resize(body);
  bundle += std::string("Z\0\0\0\x20", 5) + sha256(bundle).raw();
}

void run(const std::string& bundle) {
  std::size_t at = 0;
  BundleSource checked(from(bundle, at));
  const auto report = verify_bundle(checked, {});
  must(report.ok());
  must(!report->fault || !report->fault->what.empty());

  const auto ledger = Ledger::in_memory();
  std::size_t again = 0;
  BundleSource source(from(bundle, again));
  const auto imported = ledger->import_from(source, {"a name"}, {});
  if (report->fault) {
    must(!imported);
    must(ledger->games()->empty());
    return;
  }
  // A range, or too much evidence, is sound and yet not to be taken in.
  if (!imported) return;
  const auto verified = ledger->verify(report->game, {});
  must(verified && verified->faults.empty() && verified->root == report->root);
  std::string exported;
  const auto write = [&](std::string_view bytes) {
    exported += bytes;
    return 0;
  };
  must(ledger->export_to(write, {report->game, 0, {}, 0}, {}).ok());
  std::size_t third = 0;
  BundleSource once_more(from(exported, third));
  const auto same = verify_bundle(once_more, {});
  must(same && !same->fault && same->root == report->root);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bundle(reinterpret_cast<const char*>(data), size);
  run(bundle);
  put_right(bundle);
  run(bundle);
  return 0;
}
