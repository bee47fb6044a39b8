// nomic invite: links by which players without a key, and readers, come to a server of this ledger.
#include <fmt/format.h>

#include <algorithm>

#include "commands/all.h"
#include "nomic/replay/player_keys.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "nomic/server/invitations.h"
#include "nomic/server/site.h"
#include "nomic/v1/api.pb.h"
#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::string time_or_nothing(std::int64_t micros) {
  return micros == 0 ? std::string() : replay::print_time(micros);
}

v1::InvitationsView::Invitation view_of(const Invitation& kept) {
  v1::InvitationsView::Invitation view;
  view.set_invitation(kept.id());
  view.set_game(kept.game());
  view.set_player(kept.player());
  view.set_made_at(time_or_nothing(kept.made_at()));
  view.set_redeemed_at(time_or_nothing(kept.redeemed_at()));
  view.set_revoked_at(time_or_nothing(kept.revoked_at()));
  return view;
}

std::string line_of(const v1::InvitationsView::Invitation& one) {
  const std::string whose = one.player().empty() ? "a reader" : on_one_line(one.player());
  const std::string state = !one.revoked_at().empty()    ? "revoked " + one.revoked_at()
                            : !one.redeemed_at().empty() ? "opened " + one.redeemed_at()
                                                         : "not opened yet, made " + one.made_at();
  return fmt::format("{}  {}  {}\n", one.invitation(), whose, state);
}

class Invite : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[NAME]", "The player that the link is for: one of the game, or one who is to join.", names_);
    arguments.flag("--reader", "The link is for somebody who looks, and moves for nobody.", reader_);
    arguments.flag("--list", "Lists the invitations to the game, and what became of them.", list_);
    arguments.option("--revoke", "ID", "From now on nobody looks or moves by this invitation, opened or not.", revoke_);
    arguments.option("--url", "URL", "Under which players find the server, as serve --public-url has it.", url_);
  }

  Result<Exit> run(Call& call) override {
    NOMIC_TRY(check_words());
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    Invitations invitations(call.session.address_of(folder));
    if (revoke_) return revoke(call, invitations);
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    return list_ ? list(call, invitations, held->head()) : invite(call, invitations, *held);
  }

 private:
  Status check_words() const {
    const int ways = (names_.empty() ? 0 : 1) + (reader_ ? 1 : 0) + (list_ ? 1 : 0) + (revoke_ ? 1 : 0);
    if (ways == 0) return usage("who is invited?", "nomic invite NAME, or nomic invite --reader");
    if (ways > 1) return usage("one thing at a time: a name, --reader, --list or --revoke.");
    if (names_.size() > 1) return usage("an invitation is for one player.", "nomic invite NAME for each");
    return ledger::Done{};
  }

  // The player as records name them, or are to name them.
  Result<std::string> invited(const replay::Game& game) const {
    if (reader_) return std::string();
    const std::string& typed = names_.front();
    const replay::State& state = game.engine().state();
    auto known = game.player(typed);
    if (!known) {
      NOMIC_ASSIGN(auto names, replay::player_names(typed, "", ""));
      return names.name();
    }
    const auto& players = state.players();
    const bool has_key = std::any_of(players.begin(), players.end(), [&](const v1::Player& one) {
      return one.names().name() == *known && replay::has_had_key(one);
    });
    if (has_key) {
      return usage(fmt::format("{} has a key, or had one: they sign their moves, and nobody moves for them by a link.",
                               in_quotes(*known)),
                   "a new key in place of a lost one: docs/signing.md");
    }
    return *std::move(known);
  }

  Result<Exit> invite(Call& call, Invitations& invitations, const replay::Game& game) const {
    const auto url = PublicUrl::parse(url_);
    if (!url) {
      return usage(fmt::format("--url takes a URL of a host, without a path, and {} is none.", in_quotes(url_)),
                   "nomic invite Ann --url https://nomic.example");
    }
    NOMIC_ASSIGN(auto player, invited(game));
    NOMIC_ASSIGN(auto made, invitations.make(game.head().game.hash.hex(), player, call.io.now()));
    v1::InvitedView view;
    view.set_invitation(made.invitation.id());
    view.set_game(made.invitation.game());
    view.set_player(player);
    view.set_link(fmt::format("{}/#invite={}", url->origin(), made.secret));
    if (!call.out.is_text()) {
      call.out.json(view);
      return Exit::DONE;
    }
    const bool must_sign = game.engine().state().founding().signatures_required();
    if (!reader_ && !game.player(player)) {
      call.out.note(fmt::format("{} is no player of the game yet: with the link they can join", in_quotes(player)));
    }
    if (!reader_ && must_sign) {
      call.out.note(
          "every move of this game is signed: the link lets the player join with a key, or register a first key");
    }
    call.out.text(fmt::format(
        "Invitation {} for {}. The link is told this once, and opens once; whoever opens it {}:\n", view.invitation(),
        reader_ ? "a reader" : on_one_line(player), reader_ ? "sees the game" : "moves for them"));
    call.out.text(view.link() + "\n");
    return Exit::DONE;
  }

  static Result<Exit> list(Call& call, const Invitations& invitations, const ledger::Head& head) {
    NOMIC_ASSIGN(auto kept, invitations.all());
    v1::InvitationsView view;
    for (const Invitation& one : kept.invitations()) {
      if (one.game() == head.game.hash.hex()) *view.add_invitations() = view_of(one);
    }
    if (!call.out.is_text()) {
      call.out.json(view);
      return Exit::DONE;
    }
    if (view.invitations().empty()) call.out.text("Nobody is invited.\n");
    for (const auto& one : view.invitations()) call.out.text(line_of(one));
    return Exit::DONE;
  }

  Result<Exit> revoke(Call& call, Invitations& invitations) const {
    NOMIC_ASSIGN(auto revoked, invitations.revoke(*revoke_, call.io.now()));
    if (!revoked) {
      return usage(fmt::format("there is no invitation {}.", in_quotes(*revoke_)),
                   "nomic invite --list has all of them");
    }
    v1::InvitationsView view;
    *view.add_invitations() = view_of(*revoked);
    if (call.out.is_text()) {
      call.out.text(line_of(view.invitations(0)));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

  std::vector<std::string> names_;
  bool reader_ = false;
  bool list_ = false;
  std::optional<std::string> revoke_;
  std::string url_ = "http://127.0.0.1:1982";
};

}  // namespace

const CommandSpec INVITE = {
    "invite",
    "Move data",
    "NAME | --reader | --list | --revoke ID [--url URL]",
    "Makes a link by which a player without a key takes part, or somebody looks, in a browser.",
    "The link is told once and opens once, in one browser, which from then on looks at this game and moves for this "
    "player alone; the secret stands behind # in it, so no server's log has it, and is kept as a hash. A second "
    "browser "
    "needs a second link. That a move so made is the player's rests on the keeper's word: its record says so, and log, "
    "the page and audit show it. The token also lets a newcomer join, and a player register their first key. Players "
    "who "
    "ever had a key get no links. Where every move must be signed, the token makes no unsigned moves. "
    "It works while nomic serve keeps the ledger.",
    "nomic init Ann Bob Cleo\n"
    "nomic invite Ann\n"
    "nomic invite --reader --url https://nomic.example\n"
    "nomic invite --list",
    make_command<Invite>,
};

}  // namespace nomic::tools
