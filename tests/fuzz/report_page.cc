// `nomic verify` of a page of which any bytes were replaced: it ends, says what it found, and takes no page for right
// that says something else than its records.
//
// An input is a letter that names a part of the page, three bytes that say where in it (16 bits, big-endian) and how
// many of its bytes are left out, and the bytes that come in their place: `d` the document's text, `b` the bundle as it
// is packed, `f` the file around both. In capitals the part is replaced as a whole, and all that follows the letter
// takes its place.
#include <google/protobuf/stubs/logging.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/run.h"
#include "commands/all.h"
#include "nomic/ledger/packed_bundle.h"
#include "nomic/report/page.h"
#include "packed.h"

namespace {

using namespace nomic::tools;

constexpr std::int64_t NOON = 1'338'372'000'000'000;
// A letter, two bytes, a byte.
constexpr std::size_t HEAD = 4;
constexpr int RIGHT = 0;
constexpr int FOUND = 1;
constexpr int NOT_READ = 2;
constexpr std::string_view RULES = R"(modes: TABLE
rules { number: '1' status: MUTABLE texts { text: "Proposals are adopted by a majority." }
        provisions { adoption { quota { numerator: 1 denominator: 2 base: CAST } } } }
rules { number: '2' status: MUTABLE texts { text: "Tea is green, whatever rule 1 says." } }
)";

void must(bool holds) {
  if (!holds) std::abort();
}

struct Answer {
  int status = 0;
  std::string said;
};

// A folder with a game and its page, for as long as the program runs.
class Folder {
 public:
  Folder() : path_(make()) {
    write("rules.txtpb", RULES);
    for (const std::vector<std::string>& line :
         std::vector<std::vector<std::string>>{{"init", "--rules", "rules.txtpb", "--game", "fuzz", "Ann", "Bob"},
                                               {"propose", "amend", "2", "--text", "Tea is black.", "--as", "Ann"},
                                               {"debate", "Is it, \\ rule 1?", "--as", "Bob"},
                                               {"call-vote", "--as", "Ann"},
                                               {"vote", "for", "--as", "Bob"},
                                               {"report", "-o", "game.html"}}) {
      must(run_here(line).status == RIGHT);
    }
    std::ifstream in(path_ / "game.html", std::ios::binary);
    page_.assign(std::istreambuf_iterator<char>(in), {});
    std::string why;
    auto parts = read_page(page_, why);
    must(parts.has_value());
    parts_ = *std::move(parts);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& page() const { return page_; }
  [[nodiscard]] const PageParts& parts() const { return parts_; }

  [[nodiscard]] Answer verified(std::string_view page) const {
    write("asked.html", page);
    return run_here({"verify", "asked.html"});
  }

 private:
  static std::filesystem::path make() {
    std::string name = (std::filesystem::temp_directory_path() / "nomic-fuzz-XXXXXX").string();
    must(::mkdtemp(name.data()) != nullptr);
    return name;
  }

  void write(const char* name, std::string_view bytes) const {
    std::ofstream out(path_ / name, std::ios::binary | std::ios::trunc);
    out << bytes;
    must(out.good());
  }

  [[nodiscard]] Answer run_here(const std::vector<std::string>& line) const {
    Answer answer;
    Io io;
    const auto take = [&answer](std::string_view bytes) {
      answer.said += bytes;
      return 0;
    };
    io.out = take;
    io.err = take;
    io.in = [](char*, std::size_t) { return std::ptrdiff_t{0}; };
    io.env = [this](const char* name) {
      return std::string_view(name) == "HOME" ? std::optional<std::string>(path_.string()) : std::nullopt;
    };
    io.now = [] { return NOON; };
    io.pause = [](int) { return false; };
    io.cwd = path_.string();
    answer.status = run(line, io, all_commands());
    return answer;
  }

  std::filesystem::path path_;
  std::string page_;
  PageParts parts_;
};

// The part with the bytes of the input in it; nothing: the input is too short.
std::optional<std::string> altered(const std::string& part, std::string_view input, bool whole) {
  if (whole) return std::string(input.substr(1));
  if (input.size() < HEAD) return std::nullopt;
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<std::uint8_t>(input[at])); };
  std::string out = part;
  const std::size_t at = (byte(1) << 8U | byte(2)) % (part.size() + 1);
  out.replace(at, byte(3), input.substr(HEAD));
  return out;
}

// The page with other bytes where it holds a part, packed.
std::string with_block(const std::string& page, std::string_view before, const std::string& bytes) {
  const std::size_t begins = page.find(before) + before.size();
  std::string out = page;
  out.replace(begins, page.find('<', begins) - begins, packed(bytes));
  return out;
}

// The maker of a page states its language: a page that differs in nothing else is right.
bool differs_in_language(const PageParts& parts, const std::string& document) {
  const auto is = read_document(document, parts.records);
  auto was = read_document(parts.document, parts.records);
  if (!is || !was) return false;
  was->set_lang(is->lang());
  return is->SerializeAsString() == was->SerializeAsString();
}

void check(const Folder& folder, const std::string& page, bool may_be_right) {
  const Answer answer = folder.verified(page);
  must(answer.status == RIGHT || answer.status == FOUND || answer.status == NOT_READ);
  must(!answer.said.empty());
  if (answer.status == RIGHT) must(page == folder.page() || may_be_right);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const google::protobuf::LogSilencer quiet;
  if (size == 0 || !has_page()) return 0;
  static const Folder folder;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const PageParts& parts = folder.parts();
  const bool whole = input[0] >= 'A' && input[0] <= 'Z';
  switch (input[0]) {
    case 'd':
    case 'D':
      if (const auto document = altered(parts.document, input, whole)) {
        const std::string page = with_block(folder.page(), R"(id="document">)", *document);
        check(folder, page, differs_in_language(parts, *document));
      }
      break;
    case 'b':
    case 'B':
      if (const auto records = altered(parts.records, input, whole)) {
        const auto bundle = nomic::ledger::unpack_bundle(*records, MAX_BUNDLE_BYTES);
        check(folder, with_block(folder.page(), R"(id="bundle">)", *records), bundle && *bundle == parts.bundle);
      }
      break;
    default:
      if (const auto page = altered(folder.page(), input, whole)) check(folder, *page, false);
  }
  return 0;
}
