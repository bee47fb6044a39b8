// Characters that repaint a terminal, end a line there or show nothing: whatever is asked, in whatever form, none of
// them reaches an output as itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "commands/all.h"
#include "nomic/words/terminal_text.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using ::testing::HasSubstr;

std::string utf8(char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  if (c < 0x800) return {byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000) return {byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F))};
  return {byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)),
          byte(0x80 | (c & 0x3F))};
}

// No text of a move may have these.
constexpr char32_t REFUSED[] = {0x85, 0x9B, 0x61C, 0x200E, 0x202A, 0x202E, 0x2066, 0x2069, 0xFDD0, 0x10FFFF, 0xE0080};
// These may be in a text.
constexpr char32_t TAKEN[] = {0x180E, 0x200B, 0x2060,  0x2064,  0x206A, 0xFEFF,
                              0xFFF9, 0xFFFB, 0xE0001, 0xE0041, 0xE007F};
constexpr char32_t LINE_ENDS[] = {0x2028, 0x2029};

std::string all_of(const char32_t* begin, const char32_t* end) {
  std::string text;
  for (; begin != end; ++begin) text += fmt::format("a{}", utf8(*begin));
  return text;
}

std::string first_in(const std::string& output) {
  for (const auto& [begin, end] :
       {std::pair(std::begin(REFUSED), std::end(REFUSED)), std::pair(std::begin(TAKEN), std::end(TAKEN)),
        std::pair(std::begin(LINE_ENDS), std::end(LINE_ENDS))}) {
    for (const char32_t* each = begin; each != end; ++each) {
      const std::size_t at = output.find(utf8(*each));
      if (at == std::string::npos) continue;
      return fmt::format("U+{:04X} after {}", static_cast<std::uint32_t>(*each),
                         output.substr(at < 60 ? 0 : at - 60, std::min<std::size_t>(at, 60)));
    }
  }
  return {};
}

void expect_none(const Ran& ran, const std::string& asked) {
  EXPECT_EQ(first_in(ran.out), "") << asked;
  EXPECT_EQ(first_in(ran.err), "") << asked;
}

TEST(ShownCharacters, AreDangerousOrHidden) {
  for (const char32_t c : REFUSED) EXPECT_TRUE(is_dangerous(c)) << static_cast<std::uint32_t>(c);
  for (const char32_t c : TAKEN) EXPECT_TRUE(is_dangerous(c) && is_hidden(c)) << static_cast<std::uint32_t>(c);
  for (const char32_t c : LINE_ENDS) EXPECT_TRUE(is_dangerous(c) && !is_hidden(c)) << static_cast<std::uint32_t>(c);
  // The joiners, selectors of variants, a soft hyphen, an ideographic space, the last that is assigned.
  for (const int c : {0x200C, 0x200D, 0xFE0F, 0xE0100, 0xAD, 0x3000, 0x2027, 0x202F, 0x10FFFD}) {
    EXPECT_FALSE(is_dangerous(static_cast<char32_t>(c))) << c;
  }
  EXPECT_EQ(paint(utf8(0x2028) + utf8(0xE0041), false), "<U+2028><U+E0041>");
  EXPECT_EQ(on_one_line("a" + utf8(0x2029) + "b"), "a<U+2029>b");
}

class ShownCharactersOf : public ::testing::TestWithParam<bool> {};

TEST_P(ShownCharactersOf, AGame) {
  Desk desk;
  desk.terminal = desk.err_terminal = GetParam();
  desk.founded("Ann Bob Cleo");
  const std::string taken = all_of(std::begin(TAKEN), std::end(TAKEN));
  const std::string text =
      "One" + taken + "two.\n\nThree" + all_of(std::begin(LINE_ENDS), std::end(LINE_ENDS)) + "four.";
  desk.write("text", text);
  desk.write("plain", "One" + taken + "two.");
  const Ran whole = desk.run("propose enact --file text --call-vote --as Ann");
  expect_none(whole, "propose");
  if (whole.status != 0) desk.ok("propose enact --file plain --call-vote --as Ann");
  for (const char* name : {"Ann", "Bob", "Cleo"}) expect_none(desk.run(std::string("vote for --as ") + name), "vote");
  expect_none(desk.run("debate --file plain --as Bob"), "debate");
  expect_none(desk.run("annotate 201 --file plain --as Bob"), "annotate");
  for (const std::string line : {"status",
                                 "show-rules",
                                 "show-rules 301",
                                 "scores",
                                 "proposals",
                                 "proposals 301",
                                 "log",
                                 "log --limit 100",
                                 "history 301",
                                 "explain rule 301",
                                 "explain proposal 301",
                                 "explain record 33",
                                 "diff start head",
                                 "blame 301",
                                 "replay --at 36",
                                 "audit",
                                 "verify",
                                 "check-references",
                                 "head",
                                 "inspect 33",
                                 "report --format md",
                                 "report -o page.html",
                                 "report --site pages",
                                 "compare --rules 1990",
                                 "try repeal 301 --as Bob",
                                 "export game.bundle"}) {
    for (const std::string form : {"", " --format json", " --format jsonl"}) {
      if (line == "report --format md" && !form.empty()) continue;
      expect_none(desk.run(line + form), line + form);
    }
  }
  EXPECT_THAT(desk.run("show-rules 301").out, HasSubstr("<U+200B>"));
  EXPECT_THAT(desk.run("report --format md").out, HasSubstr("U+200B"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(desk.folder() + "/pages")) {
    if (!entry.is_regular_file() || entry.path().extension() == ".bundle") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    EXPECT_EQ(first_in(std::string(std::istreambuf_iterator<char>(file), {})), "") << entry.path();
  }
}

// What is typed comes back in messages.
TEST_P(ShownCharactersOf, EveryCommandThatIsMistyped) {
  Desk desk;
  desk.terminal = desk.err_terminal = GetParam();
  desk.founded("Ann Bob Cleo");
  for (const auto* list : {&REFUSED[0], &TAKEN[0], &LINE_ENDS[0]}) {
    const std::size_t count = list == &REFUSED[0] ? std::size(REFUSED) : list == &TAKEN[0] ? std::size(TAKEN) : 2;
    const std::string word = "x" + all_of(list, list + count);
    expect_none(desk.run_words({word}), "a command");
    for (const CommandSpec* spec : all_commands()) {
      const std::string name(spec->name);
      if (name == "serve") continue;
      for (const std::vector<std::string>& words : {std::vector<std::string>{name, word},
                                                    {name, "--" + word},
                                                    {name, word, word, word},
                                                    {name, "--as", word},
                                                    {name, "--game", word},
                                                    {name, "--ledger", word},
                                                    {name, "--file", word},
                                                    {name, "--at", word}}) {
        if (name == "play" || name == "export" || name == "backup" || name == "rehearse") continue;
        expect_none(desk.run_words(words), fmt::format("{}", fmt::join(words, " ")));
      }
    }
    expect_none(desk.play(word + "\nstatus " + word + "\n"), "a play");
  }
}

INSTANTIATE_TEST_SUITE_P(Both, ShownCharactersOf, ::testing::Bool());

}  // namespace
}  // namespace nomic::tools
