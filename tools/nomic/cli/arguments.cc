#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// CLI11 splits a word such as "[a,b]" into a list. A byte in front keeps it whole.
constexpr char SHIELD = '\x01';

bool is_bracketed(std::string_view word) {
  return word.size() >= 2 && word.front() == '[' && word.back() == ']';
}

std::string shield(const std::string& word) {
  return is_bracketed(word) ? SHIELD + word : word;
}

std::string unshield(const std::string& word) {
  return !word.empty() && word[0] == SHIELD && is_bracketed(std::string_view(word).substr(1)) ? word.substr(1) : word;
}

constexpr const char* UNSET = "give it, or leave it out: a shell makes this of a variable that is not set";

Failure takes_no_value(const Arguments::Option& option) {
  return usage(fmt::format("{} takes no value.", option.name));
}

// The option's name in CLI11's message, which begins with it.
std::string option_in(const std::string& message) {
  return message.substr(0, message.find(':'));
}

}  // namespace

void Arguments::section(std::string heading) {
  section_ = std::move(heading);
}

void Arguments::words(std::string value, std::string help, std::vector<std::string>& into) {
  words_value_ = std::move(value);
  words_help_ = std::move(help);
  words_ = &into;
  words_came_last_ = true;
}

void Arguments::rest(std::string value, std::string help, std::vector<std::string>& into) {
  words(std::move(value), std::move(help), into);
  words_are_rest_ = true;
}

void Arguments::option(std::string name, std::string value, std::string help, Take take) {
  const std::size_t width = value.empty() ? 0 : 1;
  several(std::move(name), std::move(value), std::move(help), width,
          [take = std::move(take)](const std::vector<std::string>& typed) {
            return take(typed.empty() ? std::string() : typed.front());
          });
  options_.back().repeatable = false;
}

void Arguments::several(std::string name, std::string values, std::string help, std::size_t width, TakeSeveral take) {
  options_.push_back({std::move(name), std::move(values), std::move(help), section_, true, std::move(take), width});
  words_came_last_ = false;
}

void Arguments::option(std::string name, std::string value, std::string help, std::optional<std::string>& into) {
  option(std::move(name), std::move(value), std::move(help), [&into](const std::string& typed) -> Status {
    into = typed;
    return ledger::Done{};
  });
}

void Arguments::option(std::string name, std::string value, std::string help, std::string& into) {
  option(std::move(name), std::move(value), std::move(help), [&into](const std::string& typed) -> Status {
    into = typed;
    return ledger::Done{};
  });
}

void Arguments::option(std::string name, std::string value, std::string help, std::optional<Size>& into) {
  const std::string what = "a number for " + name;
  option(std::move(name), std::move(value), std::move(help), [&into, what](const std::string& typed) -> Status {
    NOMIC_ASSIGN(auto size, parse_size(typed, what));
    into = size;
    return ledger::Done{};
  });
}

void Arguments::list(std::string name, std::string value, std::string help, std::vector<std::string>& into) {
  option(std::move(name), std::move(value), std::move(help), [&into](const std::string& typed) -> Status {
    into.push_back(typed);
    return ledger::Done{};
  });
  options_.back().repeatable = true;
}

void Arguments::flag(std::string name, std::string help, bool& into) {
  option(std::move(name), "", std::move(help), [&into](const std::string&) -> Status {
    into = true;
    return ledger::Done{};
  });
}

void Arguments::may_be_empty() {
  (words_came_last_ ? words_may_be_empty_ : options_.back().may_be_empty) = true;
}

const Arguments::Option* Arguments::find(std::string_view name) const {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const Option& each) { return each.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

Result<std::vector<std::string>> Arguments::with_empty_values(const std::vector<std::string>& args,
                                                              bool only_before) const {
  std::vector<std::string> all;
  auto arg = args.begin();
  const auto take = [&](std::size_t count) {
    for (; count > 0 && arg != args.end(); --count) all.push_back(*arg++);
  };
  while (arg != args.end() && *arg != "--") {
    const bool is_option = arg->size() > 1 && (*arg)[0] == '-';
    if (!is_option && only_before) break;
    const std::size_t equals = is_option ? arg->find('=') : std::string::npos;
    const Option* option = is_option ? find(std::string_view(*arg).substr(0, equals)) : nullptr;
    if (option == nullptr || equals == std::string::npos) {
      take(1 + (option == nullptr ? 0 : option->width));
      continue;
    }
    if (option->width == 0) return takes_no_value(*option);
    if (equals + 1 < arg->size()) {
      take(option->width);
      continue;
    }
    all.insert(all.end(), {option->name, std::string()});
    ++arg;
    take(option->width - 1);
  }
  all.insert(all.end(), arg, args.end());
  return all;
}

Status Arguments::parse(const std::vector<std::string>& args) {
  if (words_are_rest_) {
    NOMIC_ASSIGN(auto rest, parse_options_before(args));
    *words_ = std::move(rest);
    return ledger::Done{};
  }
  NOMIC_ASSIGN(auto rest, read(args, false));
  if (help_asked_ || rest.empty()) return ledger::Done{};
  return unknown(rest.front());
}

Result<std::vector<std::string>> Arguments::parse_options_before(const std::vector<std::string>& args) {
  auto rest = read(args, true);
  if (rest && !rest->empty() && rest->front() == "--") rest->erase(rest->begin());
  if (rest && !help_asked_ && !rest->empty() && rest->front().size() > 1 && rest->front()[0] == '-') {
    return unknown(rest->front());
  }
  return rest;
}

Result<std::vector<std::string>> Arguments::read(const std::vector<std::string>& args, bool only_before) {
  CLI::App app;
  app.set_help_flag();
  app.prefix_command(only_before);
  app.allow_extras(!only_before);
  CLI::Option* help = app.add_flag("-h,--help");
  std::vector<CLI::Option*> given;
  given.reserve(options_.size());
  for (const Option& option : options_) {
    given.push_back(option.value.empty() ? app.add_flag(option.name)
                                         : app.add_option(option.name)
                                               ->type_size(static_cast<int>(option.width))
                                               ->expected(1)
                                               ->allow_extra_args(false));
    given.back()->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  CLI::Option* words = nullptr;
  if (words_ != nullptr && !words_are_rest_) {
    words = app.add_option("words")->expected(0, CLI::detail::expected_max_vector_size)->allow_extra_args(true);
    words->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  NOMIC_ASSIGN(auto separated, with_empty_values(args, only_before));
  try {
    std::vector<std::string> words_left = std::move(separated);
    if (!only_before) std::transform(words_left.begin(), words_left.end(), words_left.begin(), shield);
    // CLI11 takes arguments off the back.
    std::reverse(words_left.begin(), words_left.end());
    app.parse(std::move(words_left));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    return lacks_values(option_in(mismatch.what()));
  } catch (const CLI::ParseError& error) {
    return usage(fmt::format("the command line cannot be read: {}.", on_one_line(error.what())));
  }

  if (help->count() > 0) {
    help_asked_ = true;
    return only_before ? app.remaining() : std::vector<std::string>();
  }
  std::vector<std::vector<std::string>> values(options_.size());
  for (std::size_t i = 0; i < options_.size(); ++i) {
    NOMIC_TRY(check_values(options_[i], given[i]->results()));
    values[i] = given[i]->results();
  }
  std::vector<std::size_t> order;
  for (const CLI::Option* met : app.parse_order()) {
    const auto found = std::find(given.begin(), given.end(), met);
    if (found != given.end()) order.push_back(static_cast<std::size_t>(found - given.begin()));
  }
  NOMIC_TRY(take_in_order(order, values));
  if (words != nullptr) {
    for (const std::string& word : words->results()) {
      if (word.empty() && !words_may_be_empty_) return usage("one of the words is empty.", UNSET);
      words_->push_back(unshield(word));
    }
  }
  std::vector<std::string> rest = app.remaining();
  if (!only_before) {
    rest.erase(std::remove(rest.begin(), rest.end(), "--"), rest.end());
    std::transform(rest.begin(), rest.end(), rest.begin(), unshield);
  }
  return rest;
}

Status Arguments::check_values(const Option& option, const std::vector<std::string>& values) const {
  const std::size_t times = values.size() / std::max<std::size_t>(option.width, 1);
  if (times > 1 && !option.repeatable) return usage(fmt::format("{} is given twice.", option.name));
  for (const std::string& typed : values) {
    if (option.value.empty() && typed != "true") return takes_no_value(option);
    if (typed.empty() && !option.may_be_empty)
      return usage(fmt::format("{} is given an empty value.", option.name), UNSET);
  }
  return ledger::Done{};
}

// `order` names each option once a word that it takes, flags once each time.
Status Arguments::take_in_order(const std::vector<std::size_t>& order,
                                const std::vector<std::vector<std::string>>& values) {
  std::vector<std::size_t> used(options_.size(), 0);
  std::vector<std::vector<std::string>> words(options_.size());
  for (const std::size_t i : order) {
    const Option& option = options_[i];
    const std::string value = unshield(values[i][used[i]++]);
    if (option.width > 0) words[i].push_back(value);
    if (words[i].size() < option.width) continue;
    NOMIC_TRY(option.take(words[i]));
    words[i].clear();
  }
  return ledger::Done{};
}

Failure Arguments::lacks_values(const std::string& name) const {
  const Option* option = find(name);
  if (option != nullptr && option->width > 1) {
    return usage(fmt::format("{} needs {} words after it.", name, option->width),
                 fmt::format("write: {} {}", name, option->value));
  }
  return usage(fmt::format("{} needs a value after it.", name),
               option == nullptr || option->may_be_empty ? fmt::format("an empty value is given as: {} ''", name)
                                                         : fmt::format("write: {} {}", name, option->value));
}

Failure Arguments::unknown(const std::string& typed) const {
  if (typed.size() < 2 || typed[0] != '-') {
    return usage(fmt::format("{} is one word too many.", in_quotes(typed)),
                 "words with spaces in them are given in quotes.");
  }
  const std::string name = typed.substr(0, typed.find('='));
  std::vector<std::string> known = {"--help"};
  for (const Option& option : options_) known.push_back(option.name);
  const std::string near = nearest_to(name, known);
  std::string hint = near.empty() ? "" : fmt::format("did you mean {}?", near);
  // What begins with two is meant as an option: the command's help says which there are.
  if (hint.empty() && words_ != nullptr && !name.starts_with("--"))
    hint = "a word that begins with - is given after a -- of its own.";
  return usage(fmt::format("there is no option {}.", on_one_line(name)), std::move(hint));
}

}  // namespace nomic::tools
