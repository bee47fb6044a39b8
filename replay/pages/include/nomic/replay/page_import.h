// Import: a published page of rules becomes a ruleset on which a game can be founded.
//
//     ImportOptions options;
//     options.langs = {"it"};
//     auto imported = import_page(bytes, "regole.txt", options);
//     for (const Slip& slip : imported->report.slips) ...            // what the page says, and what it should have
//     said Game::found(ledger, {.ruleset = imported->ruleset, ...});
//
// Nothing is lost silently: each line of the page is in a rule, is a heading, or is listed as left out. Nothing is
// mended: a slip of the page (a number that is missing, a figure that differs from its edition's, a heading that
// contradicts a rule) is reported with its line, and stays. What was inferred and not read is listed as a doubt.
//
// Paragraphs keep their characters, their order and the breaks between them (an empty line in the rule's text); white
// space around and inside them is normalised, and the text is in NFC.
//
// A rule gets the provisions of the rule of the Initial Set whose wording it has, whatever their numbers: a published
// wording or the built-in one, in which nothing differs but figures that a provision has a place for (they are read).
// Other rules have none and are law for people alone; which rule each is like, and in which words it differs, is
// reported, and ImportOptions::map gives provisions by hand.
//
// Pure: no files, no clock. Memory: about ten times the page, which may have 2 MiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/remark.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

constexpr std::size_t PAGE_LIMIT = 2 << 20;

struct ImportOptions {
  // Languages wanted, as BCP 47 tags; the first is authoritative. Empty: all that the page has, if it is plain which of
  // them is authoritative. One alone, where the page's language is not recognised, names it.
  std::vector<std::string> langs;
  std::string edition;   // "1982", "1990"; empty: by the evidence in the rules
  std::string from;      // regular expression (RE2): the first line that it is found in begins the page
  std::string until;     // the first line after that which it is found in ends the page and is left out
  std::string encoding;  // as iconv names it; empty: UTF-8
  std::map<std::uint32_t, std::uint32_t> map;  // which rule of the Initial Set one of the page is to be played as
  bool follow_page = false;                    // a variant that would change a provision changes it
  bool strict = false;                         // any doubt, slip or text left out between rules is PAGE_DOUBTFUL
};

// One file of a folder.
struct PageFile {
  std::string name;
  std::string bytes;
};

// A line of the page.
struct PageLine {
  std::size_t file = 0;  // which file of a folder, from 0
  std::size_t line = 0;  // from 1
};

// A line that is in no rule, and why: a remark on LEFT_OUT ("before_first_rule").
struct LeftOut {
  PageLine at;
  std::string text;
  Remark why;
};

// A heading and what it was taken to say of the rules from there on.
struct Heading {
  PageLine at;
  std::string text;
  v1::RuleStatus status = v1::RULE_STATUS_UNSPECIFIED;  // unspecified: nothing
};

// Something that the page says otherwise than its edition, or than the page itself.
struct Slip {
  PageLine at;
  std::uint32_t rule = 0;  // 0: the page
  std::string lang;
  Remark what;  // on SLIP
  bool changes_sense = false;
  std::string parameter;  // of a provision, that following the page would set; may be empty
  bool followed = false;
};

// Something that was inferred: a remark on DOUBT.
struct Doubt {
  PageLine at;
  Remark what;
};

// What decided the edition.
struct Evidence {
  PageLine at;
  std::uint32_t rule = 0;
  std::string lang;
  std::string edition;
  Remark what;  // on EVIDENCE
};

// A language of the page.
struct PageLanguage {
  std::string lang;
  std::string edition;               // empty: the evidence is not enough
  std::vector<std::uint32_t> rules;  // that have a text in it
};

// A rule's text in one language, and where it stands.
struct ImportedText {
  std::uint32_t rule = 0;
  std::string lang;
  std::size_t file = 0;
  std::size_t first_line = 0;
  std::size_t last_line = 0;
  std::size_t paragraphs = 0;
};

// For which rule of the Initial Set one of the page is taken, by its text in the authoritative language.
struct TakenFor {
  enum class Why : std::uint8_t {
    UNLIKE,        // it is like none
    SAME,          // it is a known wording
    FIGURES_READ,  // but for figures, which its provisions have from the page
    DIFFERS,       // it is like one, and differs
    NO_EDITION,    // it is like one, and the page plays by no edition
    MAPPED,        // ImportOptions::map says so
  };
  std::uint32_t rule = 0;
  std::uint32_t known = 0;  // 0: none
  std::string edition;      // of the wording
  std::uint32_t alike = 0;  // words in common by words in all, in percent
  Why why = Why::UNLIKE;
  bool provisions = false;         // whether it has those of the known rule
  std::vector<std::string> more;   // words and figures that only the page has
  std::vector<std::string> fewer;  // that only the wording has
  std::size_t unnamed = 0;         // and how many such are known by their fingerprint alone
};

// What a page is made of.
enum class PageShape : std::uint8_t { PLAIN_TEXT, MARKDOWN, WIKI, HTML, FOLDER };

// What its bytes were.
struct PageEncoding {
  std::string name;  // "UTF-8", "UTF-16, big-endian", or as it was asked for
  bool asked_for = false;
  bool byte_order_mark = false;  // UTF-8 that began with one

  friend bool operator==(const PageEncoding&, const PageEncoding&) = default;
};

struct ImportReport {
  std::string where;               // the page, as it was named
  std::vector<std::string> files;  // of a folder
  PageShape shape = PageShape::PLAIN_TEXT;
  std::vector<PageEncoding> encodings;  // of a folder there can be several; each once
  std::string edition;                  // empty: no Initial Set
  std::size_t lines = 0;
  std::size_t blank = 0;
  std::vector<PageLanguage> languages;
  std::vector<ImportedText> texts;  // in the order of the page
  std::vector<Heading> headings;
  std::vector<LeftOut> left_out;
  std::vector<Evidence> evidence;
  std::vector<Slip> slips;
  std::vector<Doubt> doubts;
  std::vector<TakenFor> taken;  // one a rule, ascending
};

struct Imported {
  v1::Ruleset ruleset;  // check_ruleset holds, unless it is unplayable; numbers ascend, and one may stand twice
  ImportReport report;
  // Why no game can be founded on the rules as they are: two of them have one number (PAGE_RULE_TWICE), or none is
  // mutable (BAD_RULESET). A page is read, compared and corrected all the same.
  std::optional<Error> unplayable;
};

// Plain text, Markdown or HTML. `where` names the page in errors.
Result<Imported> import_page(std::string_view bytes, std::string_view where, const ImportOptions& options);

// A folder of files, a rule each, in the order given.
Result<Imported> import_folder(const std::vector<PageFile>& files, std::string_view where,
                               const ImportOptions& options);

// Whether the bytes are a ruleset in protobuf text format and not a page.
bool is_ruleset_file(std::string_view bytes);

// A ruleset in protobuf text format, as people read and correct it: long texts in lines, one paragraph a piece.
std::string print_ruleset(const v1::Ruleset& ruleset);

}  // namespace nomic::replay
