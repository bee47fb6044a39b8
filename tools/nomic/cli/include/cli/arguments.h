// Arguments: what a command takes on its command line, declared once for parsing, help and reference alike.
//
//     void declare(Arguments& arguments) override {
//       arguments.words("[P]", "The proposal; may be left out where only one is open.", words_);
//       arguments.option("--on", "P", "The proposal.", on_);
//     }
//
// CLI11 does the parsing, in arguments.cc alone: its header costs seconds a file. Values reach us as they were typed
// and are read by our own parsers, so that every message is designed. What was declared must outlive the object.
//
// Empty values and words are what a shell makes of a variable that is unset. `--option=` is an empty value and never
// takes the next word, and what is empty is refused, unless it was declared that it may be.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/views/failure.h"
#include "nomic/views/typed_numbers.h"

namespace nomic::tools {

class Arguments {
 public:
  // Reads one value as typed.
  using Take = std::function<Status(const std::string& typed)>;
  // Reads the values of an option that takes several words at a time.
  using TakeSeveral = std::function<Status(const std::vector<std::string>& typed)>;

  struct Option {
    std::string name;     // "--text"
    std::string value;    // "TEXT"; empty: a flag
    std::string help;     // a sentence
    std::string section;  // heading in the help
    bool repeatable = false;
    TakeSeveral take;
    std::size_t width = 1;  // words that it takes at a time; a flag takes none
    bool may_be_empty = false;
  };

  // What follows is listed under this heading.
  void section(std::string heading);

  // The words that are no options; at most one declaration.
  void words(std::string value, std::string help, std::vector<std::string>& into);
  // The first word that is no option, and all after it, options of its own included; in place of words().
  void rest(std::string value, std::string help, std::vector<std::string>& into);

  void option(std::string name, std::string value, std::string help, Take take);
  void option(std::string name, std::string value, std::string help, std::optional<std::string>& into);
  void option(std::string name, std::string value, std::string help, std::string& into);
  void option(std::string name, std::string value, std::string help, std::optional<Size>& into);
  // An option of `width` words at a time that may be given more than once: --ballot 301 Ann for.
  void several(std::string name, std::string values, std::string help, std::size_t width, TakeSeveral take);
  void list(std::string name, std::string value, std::string help, std::vector<std::string>& into);
  void flag(std::string name, std::string help, bool& into);
  // Of the option, or of the words, declared last: an empty one has a meaning, or a refusal of its own.
  void may_be_empty();

  // Reads the arguments into what was declared, in the order in which they were typed.
  Status parse(const std::vector<std::string>& args);
  // Reads options up to the first word, and gives that word and all after it.
  Result<std::vector<std::string>> parse_options_before(const std::vector<std::string>& args);

  // Help asked for by -h or --help: parse() stops there.
  [[nodiscard]] bool help_asked() const { return help_asked_; }

  [[nodiscard]] const std::vector<Option>& options() const { return options_; }
  [[nodiscard]] const std::string& words_value() const { return words_value_; }
  [[nodiscard]] const std::string& words_help() const { return words_help_; }

 private:
  Result<std::vector<std::string>> read(const std::vector<std::string>& args, bool only_before);
  [[nodiscard]] Status check_values(const Option& option, const std::vector<std::string>& values) const;
  // The arguments with `--option=` as two words, the second of them empty: CLI11 would take the next word for it.
  // `only_before`: up to the first word that is no option.
  [[nodiscard]] Result<std::vector<std::string>> with_empty_values(const std::vector<std::string>& args,
                                                                   bool only_before) const;
  [[nodiscard]] const Option* find(std::string_view name) const;
  Status take_in_order(const std::vector<std::size_t>& order, const std::vector<std::vector<std::string>>& values);
  [[nodiscard]] Failure lacks_values(const std::string& name) const;
  Failure unknown(const std::string& typed) const;

  std::vector<Option> options_;
  std::string section_ = "Options";
  std::string words_value_;
  std::string words_help_;
  std::vector<std::string>* words_ = nullptr;
  bool words_are_rest_ = false;
  bool words_may_be_empty_ = false;
  bool words_came_last_ = false;
  bool help_asked_ = false;
};

}  // namespace nomic::tools
