// nomic revise: gives a proposal another form before its vote is called (111).
#include <fmt/format.h>

#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "shared/form_options.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Revise : public MoveCommand {
 public:
  Revise() : MoveCommand("revise") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P] [KIND [N...]]",
                    "The proposal, which may be left out where only one is open; and the rule-change as propose takes "
                    "it, where it is "
                    "another than before.",
                    words_);
    form_.declare(arguments);
    arguments.option("--reason", "REASON", "Why, for people.", reason_);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    std::vector<std::string> words = words_;
    if (!words.empty() && looks_like_number(words.front())) {
      proposal_ = words.front();
      words.erase(words.begin());
    }
    if (auto read = form_.read_words(words); !read) return read;
    if (reason_) {
      auto clean = replay::clean_line(*reason_, "the reason", replay::REASON_LIMIT);
      if (!clean) return failure_of(clean.error());
      reason_ = std::move(*clean);
    }
    return form_.read(call, asked);
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    const replay::Engine& engine = game.engine();
    auto number = proposal_named(engine, proposal_);
    if (!number) return number.error();
    v1::Event event;
    v1::ProposalRevised* revised = event.mutable_proposal_revised();
    revised->set_proposal(*number);
    revised->set_reason(reason_.value_or(""));
    const v1::Proposal* form = nullptr;
    for (const v1::Proposal& proposal : engine.state().proposals()) {
      if (proposal.number() == *number) form = &proposal;
    }
    // Without an open form there is nothing to build on: the engine says why it cannot be revised.
    if (form == nullptr && !form_.has_changes()) return event;
    v1::ProposalMade made;
    if (form != nullptr) {
      made.set_together(form->together());
      made.set_effect_at(form->effect_at());
      if (form->has_effect_from()) made.set_effect_from(form->effect_from());
    }
    if (form_.has_changes()) {
      if (auto filled = form_.fill_changes(engine, made, warnings_); !filled) return filled.error();
    } else {
      auto changes = form_.change().build_on(*form, warnings_);
      if (!changes) return changes.error();
      for (v1::RuleChange& change : *changes) *made.add_changes() = std::move(change);
    }
    if (auto filled = form_.fill_effect(game, made); !filled) return filled.error();
    *revised->mutable_changes() = made.changes();
    revised->set_together(made.together());
    revised->set_effect_at(made.effect_at());
    if (made.has_effect_from()) revised->set_effect_from(made.effect_from());
    return event;
  }

 private:
  FormOptions form_;
  std::optional<std::string> proposal_;
  std::optional<std::string> reason_;
};

}  // namespace

const CommandSpec REVISE = {
    "revise",
    "Play",
    "[P] [KIND [N...]] [--text TEXT | --file FILE | -] [OPTIONS]",
    "Gives a proposal another form, before its vote is called.",
    "Only its proponent revises it. The number stays. What is not given stays as it was, unless another rule-change is "
    "named.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose enact --text 'Whoever moves makes tea.' --as Ann\n"
    "nomic revise --text 'Whoever moves makes tea or coffee.' --as Ann\n"
    "nomic revise 301 repeal 206 --as Ann",
    make_command<Revise>,
};

}  // namespace nomic::tools
