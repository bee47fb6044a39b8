#include "bundle_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t READ_AT_ONCE = std::size_t{1} << 18U;

}  // namespace

BundleSource::BundleSource(ReadBytes read) : bytes_(std::make_unique<Bytes>(std::move(read))) {}
BundleSource::~BundleSource() = default;

Result<std::string_view> BundleSource::Bytes::peek(std::size_t count) {
  while (buffer_.size() - at_ < count && !ended_) {
    if (at_ > 0) {
      digest_behind();
      buffer_.erase(0, at_);
      at_ = 0;
      digested_ = 0;
    }
    const std::size_t held = buffer_.size();
    buffer_.resize(std::max(READ_AT_ONCE, held + READ_AT_ONCE / 4));
    const std::ptrdiff_t got = read_(buffer_.data() + held, buffer_.size() - held);
    const int error = errno;
    buffer_.resize(held + static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
    if (got < 0 && error == EINTR) continue;
    if (got < 0) return fail(ErrorCode::IO_FAILED, fmt::format("cannot read the bundle: {}", system_message(error)));
    ended_ = got == 0;
  }
  return std::string_view(buffer_).substr(at_, count);
}

void BundleSource::Bytes::digest_behind() {
  sha_.add(std::string_view(buffer_).substr(digested_, at_ - digested_));
  digested_ = at_;
}

void BundleSource::Bytes::begin_digest() {
  sha_.finish();
  digested_ = at_;
}

Hash BundleSource::Bytes::digest() {
  digest_behind();
  return sha_.finish();
}

namespace {

constexpr std::uint64_t HASHES_A_PASS = std::uint64_t{1} << 20U;
constexpr std::size_t HASHES_A_READ = 4096;

}  // namespace

Status RequestLog::add(const RequestName& name) {
  return hashes_.add(sha256(name.author + AFTER_AUTHOR + name.id));
}

// In each pass those are compared that a part of their bits puts together: equal ones are always together.
Result<bool> RequestLog::has_twice() const {
  const std::uint64_t passes = hashes_.size() / HASHES_A_PASS + 1;
  std::vector<Hash> block(std::min<std::uint64_t>(HASHES_A_READ, hashes_.size()));
  std::vector<Hash> together;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    together.clear();
    for (std::uint64_t from = 0; from < hashes_.size();) {
      NOMIC_ASSIGN(auto count, hashes_.read(from, block));
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t part = block[i].bytes[0] | std::uint64_t{block[i].bytes[1]} << 8U;
        if (part % passes == pass) together.push_back(block[i]);
      }
      from += count;
    }
    std::sort(together.begin(), together.end());
    if (std::adjacent_find(together.begin(), together.end()) != together.end()) return true;
  }
  return false;
}

namespace {

constexpr std::uint64_t CHECKED_AT_ONCE = 4096;

std::string shown(char type) {
  const auto byte = static_cast<unsigned char>(type);
  return byte > 0x20 && byte < 0x7F ? fmt::format("'{}'", type) : fmt::format("{:#04x}", byte);
}

}  // namespace

BundleChecker::BundleChecker(BundleSource& source, BundleVisitor* visitor, std::function<void(std::uint64_t)> progress)
    : source_(source.bytes()), visitor_(visitor), progress_(std::move(progress)) {}

Result<BundleReport> BundleChecker::run() {
  NOMIC_TRY(read_all());
  // Signatures are checked many at a time, so one of an earlier record may be known to be false only now.
  const std::optional<Fault>& signature = signatures_.settle();
  if (signature && (!report_.fault || !report_.fault->index || *signature->index < *report_.fault->index)) {
    report_.fault = signature;
  }
  report_.signatures = signatures_.count();
  return std::move(report_);
}

void BundleChecker::fault(std::string check, std::string what, std::optional<std::uint64_t> index) {
  if (faulty()) return;
  std::optional<RecordIndex> at;
  if (index) at = RecordIndex{*index};
  report_.fault = Fault{std::move(check), at, std::move(what)};
}

// Each reads one part, and does nothing once there is a fault.
Status BundleChecker::read_all() {
  source_.begin_digest();
  if (auto done = read_first_line(); !done || faulty()) return done;
  if (auto done = read_header(); !done || faulty()) return done;
  if (auto done = read_records(); !done || faulty()) return done;
  if (auto done = read_evidence(); !done || faulty()) return done;
  return check_what_follows();
}

Status BundleChecker::read_first_line() {
  NOMIC_ASSIGN(auto line, source_.peek(BUNDLE_LINE.size()));
  constexpr std::string_view NAME = "nomic bundle, format ";
  if (line.size() < BUNDLE_LINE.size() && BUNDLE_LINE.starts_with(line)) {
    fault("truncated", line.empty() ? "the file is empty" : "the file ends within its first line");
  } else if (line != BUNDLE_LINE) {
    std::string_view number = line.starts_with(NAME) ? line.substr(NAME.size()) : std::string_view();
    number = number.substr(0, number.find_first_not_of("0123456789"));
    const bool newer = !number.empty() && number != "1" && number.front() != '0';
    fault("format",
          newer ? fmt::format("the bundle's format is a newer one: {}; this program knows format 1", number)
                : std::string("the file is no bundle: it does not begin with the line that bundles begin with"));
    report_.fault->newer = newer;
  } else {
    source_.skip(line.size());
  }
  return Done{};
}

Result<std::optional<BundleChecker::Part>> BundleChecker::next() {
  source_.skip(pending_);
  pending_ = 0;
  NOMIC_ASSIGN(auto head, source_.peek(FRAME_HEAD_BYTES));
  if (head.size() < FRAME_HEAD_BYTES) {
    fault("truncated", "the bundle ends before its end", index());
    return std::optional<Part>{};
  }
  const char type = head.front();
  std::uint64_t length = 0;
  for (const char byte : head.substr(1)) length = length << 8U | static_cast<std::uint8_t>(byte);
  const auto limit = frame_limit(type);
  if (!limit) {
    fault("frame", fmt::format("a part of the unknown kind {}", shown(type)), index());
    return std::optional<Part>{};
  }
  if (length > *limit) {
    fault("frame", fmt::format("a part of the kind {} claims {} bytes; the limit is {}", shown(type), length, *limit),
          index());
    return std::optional<Part>{};
  }
  NOMIC_ASSIGN(auto whole, source_.peek(FRAME_HEAD_BYTES + length));
  if (whole.size() < FRAME_HEAD_BYTES + length) {
    fault("truncated", "the bundle ends within a part", index());
    return std::optional<Part>{};
  }
  pending_ = whole.size();
  return std::optional<Part>{Part{static_cast<Frame>(type), whole.substr(FRAME_HEAD_BYTES)}};
}

Status BundleChecker::read_header() {
  NOMIC_ASSIGN(auto part, next());
  if (!part) return Done{};
  if (part->type != Frame::HEADER) {
    fault("frame", "the bundle does not begin with its header");
    return Done{};
  }
  auto header = decode_header(part->body);
  if (!header) {
    fault("header", "the header does not fit itself: its label or its frontier");
    return Done{};
  }
  if (source_.announced && header->following != *source_.announced) {
    fault("header", fmt::format("the header says that {} bundles follow; the bundle before it announces {}",
                                header->following, *source_.announced));
    return Done{};
  }
  header_ = *std::move(header);
  report_.game = header_.game;
  report_.label = header_.label;
  report_.following = header_.following;
  report_.from = header_.left.size();
  report_.size = report_.from;
  noted_ = header_.left;
  if (header_.left.size() == 0) {
    tiles_.emplace([](const Tile&) {});
  } else {
    frontier_ = header_.left;
  }
  BundleBase base;
  // In an odd tree the last subtree is the record before.
  if (report_.from % 2 == 1) base.before.leaf = header_.left.nodes().back();
  if (visitor_ != nullptr) {
    NOMIC_ASSIGN(auto held, visitor_->begin(header_));
    base = std::move(held);
  }
  if (base.tiles) tiles_ = std::move(base.tiles);
  leaf_at_base_ = std::move(base.leaf_at);
  chain_.emplace(header_.game, [this](std::uint64_t index) { return leaf_at(index); });
  chain_->stand_after(report_.from, std::move(base.before));
  return Done{};
}

Status BundleChecker::read_records() {
  for (;;) {
    NOMIC_ASSIGN(auto part, next());
    if (!part) return Done{};
    const Frame type = part->type;
    if (type == Frame::REQUEST && !digest_ && part->body.size() == Hash::SIZE) {
      digest_ = Hash::from_raw(part->body);
    } else if (type == Frame::RECORD) {
      if (auto done = check_record(part->body); !done || faulty()) return done;
      if (progress_ && index() % CHECKED_AT_ONCE == 0) progress_(index() - report_.from);
      if (signatures_.fault()) return Done{};
    } else if (type == Frame::TOTAL && !digest_) {
      return check_total(part->body);
    } else {
      fault("frame", fmt::format("a part of the kind {} does not belong here", shown(static_cast<char>(type))),
            index());
      return Done{};
    }
  }
}

Status BundleChecker::check_total(std::string_view body) {
  if (progress_) progress_(index() - report_.from);
  const Frontier tree = frontier();
  report_.root = tree.root();
  const auto total = decode_total(body);
  if (!total) {
    fault("frame", "the bundle's total has another length than it must have", index());
  } else if (index() == report_.from) {
    fault("size", "the bundle holds no record");
  } else if (total->size != index()) {
    fault("size", fmt::format("the bundle says that the game has {} records; its own end at {}", total->size, index()));
  } else if (total->root != report_.root) {
    fault("root", fmt::format("the bundle says that the root is {}; its records have the root {}", total->root.hex(),
                              report_.root.hex()));
  }
  return faulty() ? Status(Done{}) : check_requests();
}

// Whether each request of an author has an ID of its own: else what was signed once could count twice.
Status BundleChecker::check_requests() {
  NOMIC_ASSIGN(auto twice, requests_.has_twice());
  if (twice) fault("request", "two requests of one author in the bundle bear the same ID");
  return Done{};
}

Status BundleChecker::check_what_follows() {
  NOMIC_ASSIGN(auto byte, source_.peek(BUNDLE_LINE.size()));
  const bool another = !byte.empty();
  if (another && report_.following == 0) {
    fault("trailing", "something follows after the end of the bundle");
  } else if (!another && report_.following > 0) {
    fault("truncated", fmt::format("{} more {} to follow in this file, and nothing does", report_.following,
                                   report_.following == 1 ? "bundle is" : "bundles are"));
  } else if (another && !byte.starts_with(BUNDLE_LINE.substr(0, byte.size()))) {
    fault("trailing", "what follows after the end of the bundle is no bundle");
  } else if (another) {
    source_.announced = report_.following - 1;
  }
  return Done{};
}

Result<BundleReport> verify_bundle(BundleSource& source, const std::function<void(std::uint64_t done)>& progress) {
  return BundleChecker(source, nullptr, progress).run();
}

Error bundle_error(const Fault& fault) {
  std::optional<std::uint64_t> index;
  if (fault.index) index = fault.index->value;
  return fail(fault.newer ? ErrorCode::NEWER_FORMAT : ErrorCode::BAD_BUNDLE,
              fmt::format("the bundle is not what it claims to be ({}): {}", fault.check, fault.what),
              fault.newer ? "use a newer version of the program" : "have it sent again, or take another player's copy",
              index);
}

}  // namespace nomic::ledger
