#include "playable.h"

#include <fmt/format.h>

#include <utility>

#include "nomic/replay/game_limits.h"
#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Who shows no name at all.
constexpr const char* NAMELESS = "Somebody";

std::string name_of_bytes(std::string_view bytes) {
  return fmt::format("0x{:02X}", static_cast<unsigned char>(bytes.front()));
}

std::string name_of_point(char32_t point) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(point));
}

constexpr char32_t BYTE_ORDER_MARK = 0xFEFF;

// What parts words or lines, in any script.
bool is_white(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'\n' || c == U'\r' || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// What shows nothing may be in a text.
bool is_taken_by_no_game(char32_t c) {
  return is_dangerous(c) && !is_hidden(c);
}

bool is_spaced(std::string_view text) {
  return text.empty() || text.back() == ' ' || text.back() == '\n';
}

// `lines`: whether line ends stay.
std::string without_what_no_game_takes(std::string_view raw, bool lines, std::set<std::string>& removed) {
  std::string text;
  while (!raw.empty()) {
    const Character character = take_character(raw);
    if (!character.valid) {
      removed.insert(name_of_bytes(character.bytes));
    } else if (character.code == U'\n' && lines) {
      text += '\n';
    } else if (is_white(character.code)) {
      if (!is_spaced(text)) text += ' ';
    } else if (is_taken_by_no_game(character.code) || character.code == BYTE_ORDER_MARK) {
      removed.insert(name_of_point(character.code));
    } else {
      text += character.bytes;
    }
  }
  while (!text.empty() && is_spaced(text)) text.pop_back();
  const auto normal = lines ? replay::clean_text(text, "reason") : replay::clean_line(text, "reason", text.size() + 1);
  return normal ? *normal : text;
}

// No more characters than a name may have.
std::string cut_to_a_name(std::string_view name) {
  std::string cut;
  for (std::size_t taken = 0; !name.empty() && taken < replay::NAME_LIMIT; ++taken) cut += take_character(name).bytes;
  while (!cut.empty() && cut.back() == ' ') cut.pop_back();
  return cut;
}

bool is_a_name(const std::string& name) {
  return replay::player_names(name, {}, {}).ok();
}

}  // namespace

std::string playable_line(std::string_view raw, std::set<std::string>& removed) {
  return without_what_no_game_takes(raw, false, removed);
}

std::string playable_text(std::string_view raw, std::set<std::string>& removed) {
  return without_what_no_game_takes(raw, true, removed);
}

std::string playable_name(std::string_view raw, std::set<std::string>& removed) {
  std::string name = cut_to_a_name(playable_line(raw, removed));
  while (!name.empty() && (name.front() == '-' || name.front() == ' ')) name.erase(name.begin());
  if (is_a_name(name)) return name;
  name = cut_to_a_name("Player " + name);
  return is_a_name(name) && name != "Player" ? name : NAMELESS;
}

void Cleaning::note(const std::string& version, const char* what, const std::string& text,
                    const std::set<std::string>& removed) {
  const std::vector<std::string> kinds(removed.begin(), removed.end());
  if (told_.emplace(what, text, kinds).second) all_.push_back({version, what, text, kinds});
}

void Cleaning::clean(Commit& commit) {
  std::set<std::string> removed;
  const std::string name = playable_name(commit.author, removed);
  if (name != commit.author) note(commit.brief(), "NAME", name, removed);
  commit.author = name;
  removed.clear();
  commit.message = playable_text(commit.message, removed);
  const std::string title = commit.message.substr(0, commit.message.find('\n'));
  if (!removed.empty()) note(commit.brief(), "MESSAGE", title, removed);
}

std::string Cleaning::page_name(const std::string& raw) {
  std::set<std::string> removed;
  std::string name = playable_line(raw, removed);
  if (!removed.empty()) note(name, "PAGE", name, removed);
  return name;
}

void Cleaning::note_page(const std::string& version, std::string_view bytes) {
  std::set<std::string> removed;
  while (!bytes.empty()) {
    const Character character = take_character(bytes);
    // What is no UTF-8 is read in another encoding.
    if (!character.valid) return;
    if (is_taken_by_no_game(character.code) && !is_white(character.code)) removed.insert(name_of_point(character.code));
  }
  if (!removed.empty()) note(version, "RULES", "", removed);
}

}  // namespace nomic::tools
