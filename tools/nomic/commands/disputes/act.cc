// nomic act: what players do under a rule that the program cannot carry out (116).
#include <fmt/format.h>

#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "disputes/finding_options.h"
#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"
#include "shared/form_options.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// "KEY=VALUE" or "NAME.KEY=VALUE": keys have no point, names may. The name as typed.
Result<v1::Attribute> read_attribute(const std::string& typed) {
  const std::size_t equals = typed.find('=');
  const std::string left = typed.substr(0, equals);
  const std::size_t point = left.rfind('.');
  const std::string key = point == std::string::npos ? left : left.substr(point + 1);
  if (equals == std::string::npos || key.empty() || point == 0) {
    return usage(fmt::format("{} does not say what is set to what.", in_quotes(typed)),
                 "write: --set KEY=VALUE for the game, --set NAME.KEY=VALUE for a player");
  }
  auto clean_key = replay::clean_line(key, "the name of the value", replay::LABEL_LIMIT);
  if (!clean_key) return failure_of(clean_key.error());
  auto value = replay::clean_line(typed.substr(equals + 1), "the value", replay::VALUE_LIMIT);
  if (!value) return failure_of(value.error());
  v1::Attribute attribute;
  if (point != std::string::npos) attribute.set_player(left.substr(0, point));
  attribute.set_key(*clean_key);
  attribute.set_value(*value);
  return attribute;
}

// "OWNER:THING=+3". The owner as typed.
Result<v1::Holding> read_holding(const std::string& typed) {
  const std::size_t equals = typed.rfind('=');
  const std::size_t colon = typed.substr(0, equals).find(':');
  if (equals == std::string::npos || colon == std::string::npos || colon == 0 || colon + 1 == equals) {
    return usage(fmt::format("{} does not say who is given what.", in_quotes(typed)),
                 "write: --give OWNER:THING=+3, and with a minus to take it");
  }
  auto amount = parse_points(std::string_view(typed).substr(equals + 1), "an amount");
  if (!amount) return amount.error();
  auto owner = replay::clean_line(typed.substr(0, colon), "the owner", replay::LABEL_LIMIT);
  if (!owner) return failure_of(owner.error());
  auto thing = replay::clean_line(typed.substr(colon + 1, equals - colon - 1), "the thing", replay::LABEL_LIMIT);
  if (!thing) return failure_of(thing.error());
  v1::Holding holding;
  holding.set_owner(*owner);
  holding.set_thing(*thing);
  holding.set_amount(*amount);
  return holding;
}

class Act : public MoveCommand {
 public:
  Act() : MoveCommand("act") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("TEXT", "What is done; - is standard input.", words_);
    source_.declare(arguments);
    arguments.section("The act", true);
    arguments.option("--cite", "N", "The rule in force that the act is done under.",
                     [this](const std::string& typed) -> Status {
                       auto number = parse_rule_number(typed, "a rule's number");
                       if (!number) return number.error();
                       act_.set_cited(number->value);
                       return ledger::Done{};
                     });
    declare_effects(arguments);
    arguments.section("The act", false);
    arguments.option("--changes", "FILE",
                     "Rule-changes that the rule itself makes, as `nomic propose --changes` has them.", changes_);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    if (words_.size() > 1) return usage("what is done is several words: put it in quotes.");
    const auto word = words_.empty() ? std::nullopt : std::optional(words_[0]);
    auto text = source_.said(call, word, "what is done", "nomic act --cite 301 'Ann made tea.' --points Ann=+2", asked);
    if (!text) return text.error();
    act_.set_text(*text);
    if (act_.cited() == 0) {
      return usage("an act names the rule that it is done under.", "add: --cite N, with the rule's number");
    }
    if (!changes_) return ledger::Done{};
    auto form = read_change_file(call, *changes_, asked);
    if (!form) return form.error();
    if (form->together()) return usage("the rule-changes of an act all take effect: leave out together.");
    *act_.mutable_changes() = form->changes();
    return ledger::Done{};
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    v1::Event event;
    v1::ActPerformed* act = event.mutable_act_performed();
    *act = act_;
    for (v1::PointsFinding& points : *act->mutable_points()) {
      if (auto resolved = resolve_player(game, *points.mutable_player()); !resolved) return resolved.error();
    }
    for (v1::Attribute& attribute : *act->mutable_attributes()) {
      if (attribute.player().empty()) continue;
      if (auto resolved = resolve_player(game, *attribute.mutable_player()); !resolved) return resolved.error();
    }
    // An owner who is no player is a name of the players' own: the bank, the tavern.
    for (v1::Holding& holding : *act->mutable_holdings()) {
      if (auto player = game.player(holding.owner())) holding.set_owner(*player);
    }
    return event;
  }

 private:
  void declare_effects(Arguments& arguments) {
    using Words = std::vector<std::string>;
    arguments.several("--points", "NAME=+5", "Points that the rule gives for it.", 1,
                      [this](const Words& typed) -> Status {
                        auto points = read_points_of(typed[0], "--points");
                        if (!points) return points.error();
                        *act_.add_points() = std::move(*points);
                        return ledger::Done{};
                      });
    arguments.several("--set", "[NAME.]KEY=VALUE", "A value of the game, or of a player; an empty one is removed.", 1,
                      [this](const Words& typed) -> Status {
                        auto attribute = read_attribute(typed[0]);
                        if (!attribute) return attribute.error();
                        *act_.add_attributes() = std::move(*attribute);
                        return ledger::Done{};
                      });
    arguments.several("--give", "OWNER:THING=+3",
                      "What somebody is given or, with a minus, loses; nobody holds less than nothing.", 1,
                      [this](const Words& typed) -> Status {
                        auto holding = read_holding(typed[0]);
                        if (!holding) return holding.error();
                        *act_.add_holdings() = std::move(*holding);
                        return ledger::Done{};
                      });
  }

  TextSource source_;
  v1::ActPerformed act_;
  std::optional<std::string> changes_;
};

}  // namespace

const CommandSpec ACT = {
    "act",
    "Disputes",
    "--cite N TEXT [--points NAME=+5]... [--set [NAME.]KEY=VALUE]... [--give OWNER:THING=+3]... [--changes FILE]",
    "Records an act under a rule that the program cannot carry out, with what the rule makes of it.",
    "The rule must be in force. Whether it speaks of the act is for the players to say: who doubts it invokes "
    "Judgment. "
    "Points, values, holdings and rule-changes name the rule that gives them, as those do that the program derives. A "
    "rule "
    "that gives such points by a provision gives them by itself, and what is not regulated gives none (116).",
    "nomic init Ann Bob && nomic propose enact --text 'Whoever makes tea gains 2 points and a leaf.' --call-vote --as "
    "Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic act --cite 301 'Bob made tea.' --points Bob=+2 --give Bob:leaf=+1 --set Bob.title=Teamaker --as Bob\n"
    "nomic scores",
    make_command<Act>,
};

}  // namespace nomic::tools
