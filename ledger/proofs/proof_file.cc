#include "nomic/ledger/proof_file.h"

#include <fmt/format.h>

#include <charconv>

#include "nomic/ledger/base/base64.h"
#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view INCLUSION_LINE = "c2sp.org/tlog-proof@v1";
constexpr std::string_view CONSISTENCY_LINE = "nomic/consistency-proof@v1";
constexpr std::size_t LONGEST_PROOF = 65;

Error bad_file(std::string what) {
  return fail(ErrorCode::BAD_PROOF, fmt::format("the proof cannot be read: {}", what),
              "have it made again by whoever holds the ledger");
}

// The lines of a proof, one after the other.
class ProofLines {
 public:
  explicit ProofLines(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::string_view> next() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  // What follows `word` and a space on the next line, which is only taken if it begins so.
  std::optional<std::string_view> after(std::string_view word) {
    if (!rest_.starts_with(word) || rest_.size() <= word.size() || rest_[word.size()] != ' ') return std::nullopt;
    const auto line = next();
    if (!line) return std::nullopt;
    return line->substr(word.size() + 1);
  }
  Result<std::uint64_t> number(std::string_view word) {
    const auto digits = after(word);
    std::uint64_t number = 0;
    if (digits) std::from_chars(digits->data(), digits->data() + digits->size(), number);
    if (!digits || std::to_string(number) != *digits) {
      return bad_file(fmt::format("there is no line '{}' with a decimal number where one is due", word));
    }
    return number;
  }
  // Hashes up to the empty line, then the checkpoint.
  Result<ProofPath> path() {
    ProofPath path;
    path.reserve(LONGEST_PROOF);
    while (true) {
      const auto line = next();
      if (!line) return bad_file("it ends before the empty line and the checkpoint");
      if (line->empty()) return path;
      const auto raw = from_base64(*line);
      const auto hash = raw ? Hash::from_raw(*raw) : std::nullopt;
      if (!hash) return bad_file(fmt::format("hash {} is not base64 of 32 bytes", path.size() + 1));
      if (path.size() == LONGEST_PROOF) return bad_file("it has more hashes than any proof");
      path.push_back(*hash);
    }
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::string path_lines(const ProofPath& path) {
  std::string lines;
  for (const Hash& each : path) lines += base64(each.raw()) + "\n";
  return lines;
}

Result<ProofLines> begin_proof(std::string_view bytes, std::string_view line) {
  if (bytes.size() > MAX_PROOF_FILE_BYTES) return bad_file("it is too long for any proof");
  ProofLines lines(bytes);
  const auto first = lines.next();
  if (first != line) return bad_file(fmt::format("it does not begin with the line '{}'", line));
  return lines;
}

}  // namespace

bool is_consistency_file(std::string_view bytes) {
  return bytes.starts_with(CONSISTENCY_LINE);
}

std::string InclusionFile::encode() const {
  return fmt::format("{}\n{}index {}\n{}\n{}", INCLUSION_LINE, extra ? "extra " + base64(*extra) + "\n" : "", index,
                     path_lines(path), checkpoint);
}

Result<InclusionFile> InclusionFile::parse(std::string_view bytes) {
  NOMIC_ASSIGN(auto lines, begin_proof(bytes, INCLUSION_LINE));
  InclusionFile parsed;
  if (const auto text = lines.after("extra")) {
    parsed.extra = from_base64(*text);
    if (!parsed.extra) return bad_file("what stands after 'extra' is not base64");
  }
  NOMIC_ASSIGN(auto index, lines.number("index"));
  parsed.index = index;
  NOMIC_ASSIGN(auto path, lines.path());
  parsed.path = std::move(path);
  parsed.checkpoint = lines.rest();
  return parsed;
}

std::string ConsistencyFile::encode() const {
  return fmt::format("{}\nold {}\nnew {}\n{}\n{}", CONSISTENCY_LINE, first, second, path_lines(path), checkpoint);
}

Result<ConsistencyFile> ConsistencyFile::parse(std::string_view bytes) {
  NOMIC_ASSIGN(auto lines, begin_proof(bytes, CONSISTENCY_LINE));
  ConsistencyFile parsed;
  NOMIC_ASSIGN(auto first, lines.number("old"));
  NOMIC_ASSIGN(auto second, lines.number("new"));
  parsed.first = first;
  parsed.second = second;
  NOMIC_ASSIGN(auto path, lines.path());
  parsed.path = std::move(path);
  parsed.checkpoint = lines.rest();
  return parsed;
}

}  // namespace nomic::ledger
