// nomic act: what players do under a rule that the program cannot carry out (116).
#include <fmt/format.h>

#include "commands/all.h"
#include "disputes/finding_options.h"
#include "nomic/replay/reference.h"
#include "nomic/service/confirmation.h"
#include "nomic/views/emitted_text.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/act_words.h"
#include "nomic/words/terminal_text.h"
#include "shared/asked_moves.h"
#include "shared/form_options.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// "KEY=VALUE" or "NAME.KEY=VALUE": keys have no point, names may.
Result<v1::Attribute> read_attribute(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::string left = typed.substr(0, equals);
  const std::size_t point = left.rfind('.');
  const std::string key = point == std::string::npos ? left : left.substr(point + 1);
  if (equals == std::string::npos || key.empty() || point == 0) {
    return usage(fmt::format("{} does not say what is set to what.", in_quotes(typed)),
                 "write: --set KEY=VALUE for the game, --set NAME.KEY=VALUE for a player");
  }
  v1::Attribute attribute;
  if (point != std::string::npos) attribute.set_player(left.substr(0, point));
  attribute.set_key(key);
  attribute.set_value(typed.substr(equals + 1));
  return attribute;
}

// "OWNER:THING=+3".
Result<v1::Request::Holding> read_holding(const std::string& typed) {
  const std::size_t equals = typed.rfind('=');
  const std::size_t colon = typed.substr(0, equals).find(':');
  if (equals == std::string::npos || colon == std::string::npos || colon == 0 || colon + 1 == equals) {
    return usage(fmt::format("{} does not say who is given what.", in_quotes(typed)),
                 "write: --give OWNER:THING=+3, and with a minus to take it");
  }
  v1::Request::Holding holding;
  holding.set_owner(typed.substr(0, colon));
  holding.set_thing(typed.substr(colon + 1, equals - colon - 1));
  holding.set_amount(typed.substr(equals + 1));
  return holding;
}

// An option that adds what it reads to a list of the act.
template <class Entry, class Read>
void declare_entries(Arguments& arguments, const std::string& name, const std::string& value, const std::string& help,
                     google::protobuf::RepeatedPtrField<Entry>& into, Read read) {
  arguments.several(name, value, help, 1, [&into, read](const std::vector<std::string>& typed) -> Status {
    NOMIC_ASSIGN(auto entry, read(typed[0]));
    *into.Add() = std::move(entry);
    return ledger::Done{};
  });
}

class Act : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    v1::Request::Act& act = *request_.mutable_act();
    arguments.words("TEXT", "What is done; - is standard input.", words_);
    arguments.may_be_empty();
    source_.declare(arguments);
    arguments.section("The act");
    arguments.option("--cite", "N", "The rule in force that the act is done under.",
                     [&act](const std::string& typed) -> Status {
                       NOMIC_ASSIGN(auto number, parse_rule_number(typed, "a rule's number"));
                       act.set_cited(replay::reference(number.value));
                       return ledger::Done{};
                     });
    declare_entries(arguments, "--points", "NAME=+5", "Points that the rule gives for it.", *act.mutable_points(),
                    [](const std::string& typed) { return read_points_of(typed, "--points"); });
    declare_entries(arguments, "--set", "[NAME.]KEY=VALUE",
                    "A value of the game, or of a player; an empty one is removed.", *act.mutable_attributes(),
                    read_attribute);
    declare_entries(arguments, "--give", "OWNER:THING=+3",
                    "What somebody is given or, with a minus, loses; nobody holds less than nothing.",
                    *act.mutable_holdings(), read_holding);
    declare_yes(arguments, yes_);
    arguments.option("--changes", "FILE",
                     "Rule-changes that the rule itself makes, as `nomic propose --changes` has them.", changes_);
  }

  Status read(Call& call) override {
    if (words_.size() > 1) return usage("what is done is several words: put it in quotes.");
    const auto word = words_.empty() ? std::nullopt : std::optional(words_[0]);
    NOMIC_ASSIGN(auto text, source_.word_or_text(call, word, "what is done",
                                                 "nomic act --cite 301 'Ann made tea.' --points Ann=+2"));
    request_.mutable_act()->set_text(text);
    if (!changes_) return ledger::Done{};
    NOMIC_ASSIGN(auto file, read_change_file(call, *changes_));
    if (file.together) return usage("the rule-changes of an act all take effect: leave out together.");
    *request_.mutable_act()->mutable_changes() = std::move(file.changes);
    return ledger::Done{};
  }

  // One player records it, and no program can tell whether the rule that is cited provides for what it does to others.
  [[nodiscard]] bool looks_first() const override { return true; }
  Result<std::optional<Question>> question(Call& call, Service& service, const Means& means) override {
    NOMIC_ASSIGN(auto tried, tried_to_ask(call, service, request_, means, yes_));
    if (!tried) return std::optional<Question>{};
    v1::ActPerformed act;
    act.set_cited(request_.act().cited());
    NOMIC_ASSIGN(auto asked, or_failure(act_to_confirm(service.game(), act, tried->consequences)));
    if (!asked) return std::optional<Question>{};
    const std::string does = fmt::format("this act {}", effects_in_words(asked->effects));
    const std::string rule = replay::numeral(asked->rule);
    const std::string cites = asked->text.empty()
                                  ? fmt::format("What rule {}, which it cites, says is not known.", rule)
                                  : fmt::format("Rule {}, which it cites, says: {}", rule, in_quotes(asked->text));
    return std::optional<Question>{
        {fmt::format("{} {} No program can tell whether the rule provides for that: {}. Record it?",
                     paint(emitted(tried->consequences), false), cites, does),
         "nothing was recorded: the game goes on as it was", fmt::format("{}, and nobody was asked. {}", does, cites)}};
  }

 private:
  TextSource source_;
  std::optional<std::string> changes_;
};

}  // namespace

const CommandSpec ACT = {
    "act",
    "Disputes",
    "--cite N TEXT [--points NAME=+5]... [--set [NAME.]KEY=VALUE]... [--give OWNER:THING=+3]... [--changes FILE]",
    "Records an act under a rule that the program cannot carry out, with what the rule makes of it.",
    "The rule must be in force. Whether it speaks of the act is for the players to say: who doubts it invokes "
    "Judgment. Points, values, holdings and rule-changes name the rule that gives them, as those do that the program "
    "derives. A rule that gives such points by a provision gives them by itself, and what is not regulated gives none "
    "(116). So does a rule with the provision acts { none: true }.\n"
    "An act that changes a rule, declares a winner or changes another player's score shows the text of the rule that "
    "it "
    "cites. A terminal then asks; elsewhere --yes says that it is meant. A play does not ask. Until the next turn "
    "begins, `nomic status` tells every player of it, with the command that contests it; `nomic audit` lists it.",
    "nomic init Ann Bob && nomic propose enact --text 'Whoever makes tea gains 2 points and a leaf.' --call-vote --as "
    "Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic act --cite 301 'Bob made tea.' --points Bob=+2 --give Bob:leaf=+1 --set Bob.title=Teamaker --as Bob\n"
    "nomic act --cite 301 'Ann made tea.' --points Ann=+2 --as Bob --yes\n"
    "nomic scores",
    make_command<Act>,
};

}  // namespace nomic::tools
