// nomic serve: keeps a ledger for many, until it is told to end.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/version.h"
#include "commands/all.h"
#include "data/live_documents.h"
#include "data/serve_places.h"
#include "nomic/ledger/address.h"
#include "nomic/ledger/recorded_mark.h"
#include "nomic/report/live_page.h"
#include "nomic/server/api.h"
#include "nomic/server/clock_check.h"
#include "nomic/server/committer.h"
#include "nomic/server/feed.h"
#include "nomic/server/front.h"
#include "nomic/server/guard.h"
#include "nomic/server/invitations.h"
#include "nomic/server/ledger_watch.h"
#include "nomic/server/listener.h"
#include "nomic/server/process.h"
#include "nomic/server/static_files.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/log_asked.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Connections, and the tables of the store.
constexpr std::size_t DESCRIPTORS = 16'384;
// Of the requests of a second, how many seconds' may come at once.
constexpr std::size_t AT_ONCE = 4;
constexpr std::size_t RECORDS_AT_ONCE = 20;

// How soon what another server has recorded is told to who follows.
constexpr int WATCH_MS = 100;
// How soon what another server has revoked opens nothing here.
constexpr std::chrono::milliseconds INVITATIONS_EVERY{500};

// How often this machine's clock is compared with the database's.
constexpr std::chrono::minutes CLOCKS_EVERY{1};

// From the signal on. The listener cuts off its connections before (HttpLimits::leaving_time).
constexpr std::chrono::seconds ENDS_WITHIN{10};

// While a database is waited for at the start.
constexpr std::size_t WAIT_SECONDS = 60;
constexpr std::chrono::milliseconds TRY_EVERY{1000};
constexpr std::chrono::seconds SAY_EVERY{10};

class Serve : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.option(
        "--listen", "ADDR:PORT",
        "Where to listen; 127.0.0.1:1982 unless told. Port 0 is one that is free; none: at the socket alone.", listen_);
    arguments.option("--socket", "PATH",
                     "The socket for commands on this machine; serve.sock in the ledger's folder, none for a database.",
                     socket_);
    arguments.flag(
        "--unsigned",
        "Takes unsigned moves at the address too, from everybody, for players without a key. No keys, and no joins.",
        unsigned_);
    arguments.flag("--public", "Whoever reaches the address may look, without a token.", public_);
    arguments.flag("--open", "Tells a link that opens once and makes one browser on this machine the keeper's.", open_);
    arguments.option(
        "--rate", "N",
        "How many requests a second are taken of one address, and four times as many at once; 100 unless "
        "told, 0: as many as come. The limit of their bytes grows with it. The socket's are never too many.",
        rate_);
    arguments.flag("--read-only",
                   "It only shows, and records nothing: of a ledger that others write, or of a database's standby.",
                   read_only_);
    arguments.list(
        "--proxy", "ADDR",
        "The address of a proxy or balancer: of what it passes on, the last address in X-Forwarded-For is the "
        "client, whose connections, streams and requests are counted.",
        proxies_);
    arguments.option("--wait", "SECONDS",
                     "How long a database that cannot be reached is waited for at the start; 60 unless told.", wait_);
    arguments.option("--public-url", "URL", "By which players know the server, where a proxy stands before it.", url_);
  }

  [[nodiscard]] bool is_paged() const override { return false; }

  Result<Exit> run(Call& call) override {
    if (call.in_play) return usage("serve is no line of a play: it goes on until it is told to end.", "nomic serve");
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto at, places(folder, listen_, socket_.empty() ? socket_ : path_in(call.io, socket_), url_));
    // At the ledger's own socket sits whoever writes it.
    if (read_only_ && socket_.empty()) at.socket.clear();
    if (open_) NOMIC_TRY(may_open(at));
    StopSignals signals;
    allow_descriptors(DESCRIPTORS);
    // Opened as every command opens it, so that what is to be said or finished first is; then once more, to be handed
    // on.
    const auto access = read_only_ ? ledger::Access::READ : ledger::Access::WRITE;
    NOMIC_ASSIGN(const auto reached, reaches(call, folder, access, signals));
    if (!reached) return Exit::DONE;
    call.session.close(folder);
    const Session::Opener open = call.session.opener(folder);
    // Of a folder that is only shown each look opens what is there then.
    if (read_only_ && !call.session.is_database(folder)) return serve(call, folder, at, open, nullptr, signals);
    NOMIC_ASSIGN(auto ledger, open(access));
    return serve(call, folder, at, open, std::move(ledger), signals);
  }

 private:
  // Opens the ledger. A database that is started together with this program may be there later, and one that is away is
  // no reason to be started anew all the time. False: it was told to end meanwhile.
  Result<bool> reaches(Call& call, const std::string& folder, ledger::Access access, StopSignals& signals) const {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::seconds(wait_ ? wait_->value : WAIT_SECONDS);
    for (auto said = Clock::now() - SAY_EVERY;;) {
      auto looked = call.session.ledger(folder, access);
      if (looked) return true;
      const bool may_come = call.session.is_database(folder) && looked.error().code == "UNREACHABLE";
      if (!may_come || Clock::now() >= until) return looked.error();
      if (Clock::now() - said >= SAY_EVERY) {
        log_to(call.io)(fmt::format(R"({{"event":"waiting","for":"the database, which cannot be reached","why":{}}})",
                                    in_json(looked.error().what)));
        said = Clock::now();
      }
      if (signals.wait_for(TRY_EVERY)) return false;
    }
  }

  // The lock is held throughout: by the ledger, which waits in what opens it for the committer to take it.
  Result<Exit> serve(Call& call, const std::string& folder, const ListenAt& at, const Session::Opener& open,
                     std::unique_ptr<ledger::Ledger> ledger, StopSignals& signals) const {
    const std::string address = call.session.address_of(folder);
    Metrics metrics;
    metrics.add("nomic_build_info", 1, "version", program_version());
    const bool is_database = call.session.is_database(folder);
    const auto is_there = [address] { return !ledger::recorded_mark(address).empty(); };
    const auto log = log_to(call.io);
    std::optional<LedgerWatch> watch;
    ClockCheck clocks(
        call.io.now, [address] { return ledger::database_clock(address); }, log);
    if (is_database) {
      watch.emplace(
          [is_there, log, &clocks, was_there = true, again = std::chrono::steady_clock::time_point()]() mutable {
            const bool there = is_there();
            if (there != std::exchange(was_there, there)) {
              log(there ? R"({"event":"back","what":"the database"})" : R"({"event":"away","what":"the database"})");
            }
            const auto now = std::chrono::steady_clock::now();
            if (there && now >= again && clocks.look()) again = now + CLOCKS_EVERY;
            return there;
          });
    }
    const auto away = [&watch] { return watch ? watch->away() : std::nullopt; };
    LedgerViews views;
    // A database that is only shown is opened once, and looked into; until the end, since looks are of it.
    std::unique_ptr<ledger::Ledger> shown = read_only_ ? std::move(ledger) : nullptr;
    auto looked_into = shown ? shown->shared() : nullptr;
    if (!looked_into) shown.reset();
    views.share(std::move(looked_into));
    const DurableReader::Means reading{.open = [open] { return open(ledger::Access::READ); },
                                       .mark = [address] { return ledger::recorded_mark(address); },
                                       .view = [&views] { return views.view(); },
                                       .away = away};
    // Where others write, nobody else says that there is more.
    const bool others_record = read_only_ || is_database;
    Feed feed(reading, log_lines, {.watch = std::chrono::milliseconds(others_record ? WATCH_MS : 0)});
    const auto first = std::make_shared<std::unique_ptr<ledger::Ledger>>(std::move(ledger));
    Committer::Duties duties;
    duties.durable = [&feed](const ledger::GameId& game, std::uint64_t size) { feed.durable(game, size); };
    if (!read_only_) {
      duties.shared = [&views](std::shared_ptr<ledger::SharedLedger> shared) { views.share(std::move(shared)); };
    }
    duties.metrics = &metrics;
    duties.away = away;
    duties.ticks = !read_only_;
    // A folder has no clock to compare this machine's with.
    if (is_database) duties.may_tick = [&clocks] { return clocks.may_tick(); };
    Committer::Limits moves;
    if (rate_) moves.player_records = rate_->value * RECORDS_AT_ONCE;
    Committer committer(
        [first, open, read_only = read_only_]() -> ledger::Result<std::unique_ptr<ledger::Ledger>> {
          if (read_only) return only_shown();
          if (*first) return std::move(*first);
          return open(ledger::Access::WRITE);
        },
        call.io.now, moves, std::move(duties));
    Api::Parts parts;
    parts.reading = reading;
    parts.clock = call.io.now;
    parts.version = program_version();
    parts.unsigned_from_afar = unsigned_;
    if (read_only_) parts.only_shows = only_shown();
    parts.others_record = others_record;
    parts.events = [&feed](const ledger::GameId& game, std::uint64_t from) { return events(feed, game, from); };
    Invitations invitations(address);
    if (is_database && !public_) NOMIC_TRY(may_read(invitations));
    if (is_database) invitations.watch(INVITATIONS_EVERY);
    Guard guard(invitations, call.io.now, {.looks_are_public = public_});
    parts.guard = &guard;
    LiveDocuments documents;
    parts.document = [&documents](ledger::Ledger& read, replay::Game& game) { return documents.of(read, game); };
    Api api(committer, std::move(parts));
    const auto fault = [&watch, is_there] {
      if (watch) return watch->fault();
      return is_there() ? std::string() : std::string("the ledger cannot be read");
    };
    Front front(metrics, fault, api);
    StaticFiles files(std::string(live_policy()), page_files(), front);
    const HttpLimits limits_of_all;
    HttpLimits limits = limits_of_all.within(allow_descriptors(DESCRIPTORS));
    if (limits.connections < limits_of_all.connections) {
      log(fmt::format(R"({{"event":"limit","what":"connections","most":{},"why":"the limit of open files"}})",
                      limits.connections));
    }
    if (rate_) {
      limits.body_rate = limits.body_rate * rate_->value / limits.rate;
      limits.rate = rate_->value;
      limits.rate_at_once = rate_->value * AT_ONCE;
    }
    NOMIC_ASSIGN(
        auto listener,
        Listener::open(at, files, {.limits = limits, .metrics = metrics, .log = log_to(call.io), .proxies = proxies_}));
    say(call, folder, at, listener->port());
    if (open_) call.out.text(fmt::format("{}/#invite={}\n", url_of(at, listener->port()), guard.keepers_secret()));
    call.out.flush();
    const std::string manager = call.io.env("NOTIFY_SOCKET").value_or("");
    tell_service_manager(manager, "READY=1");
    signals.wait();
    tell_service_manager(manager, "STOPPING=1");
    const auto until = std::chrono::steady_clock::now() + ENDS_WITHIN;
    // The questions and moves that wait are refused, so that those at work have the time.
    api.end();
    // First who asks, then who answers: what is at work is answered before its answerer goes.
    listener->leave();
    if (!api.is_done_by(until)) {
      // Its connection is cut off. A move is recorded whole or not at all, and was not acknowledged.
      log(R"({"event":"cut off","what":"a question or a move that was at work"})");
      end_at_once(static_cast<int>(Exit::DONE));
    }
    return Exit::DONE;
  }

  // Else everybody who has a token would be told that it cannot be looked at.
  static Status may_read(const Invitations& invitations) {
    const auto known = invitations.all();
    if (known || known.error().code != ledger::ErrorCode::READ_ONLY) return ledger::Done{};
    Failure failure = failure_of(known.error());
    failure.hint = "let the role read the tokens: GRANT SELECT ON nomic.beside; or let everybody look: --public";
    return failure;
  }

  static ledger::Error only_shown() {
    return {ledger::ErrorCode::READ_ONLY, "this server only shows the ledger", "move at another that keeps it", {}};
  }

  static std::vector<StaticFiles::File> page_files() {
    std::vector<StaticFiles::File> files;
    for (LiveFile& file : live_files()) {
      files.push_back({std::move(file.path), std::move(file.type), std::move(file.content)});
    }
    return files;
  }

  // The stream of a game's records; nothing where as many follow as may.
  static std::optional<HttpAnswer> events(Feed& feed, const ledger::GameId& game, std::uint64_t from) {
    auto stream = feed.subscribe(game, from);
    if (!stream) return std::nullopt;
    HttpAnswer answer;
    answer.headers = Feed::headers();
    answer.stream = *std::move(stream);
    return answer;
  }

  // A line each, with the time.
  static Listener::Log log_to(const Io& io) {
    return [&io](std::string_view line) {
      const std::int64_t now = io.now();
      io.err(fmt::format("{{\"time\":\"{:%Y-%m-%dT%H:%M:%S}.{:03}Z\",{}\n",
                         fmt::gmtime(static_cast<std::time_t>(now / 1'000'000)), now / 1000 % 1000, line.substr(1)));
    };
  }

  static std::string in_json(const std::string& text) {
    google::protobuf::Value value;
    value.set_string_value(as_utf8(text));
    return json_of(value);
  }

  static std::string url_of(const ListenAt& at, std::uint16_t port) {
    const std::string where = at.address.find(':') == std::string::npos ? at.address : "[" + at.address + "]";
    return fmt::format("http://{}:{}", where, port);
  }

  static void say(Call& call, const std::string& folder, const ListenAt& at, std::uint16_t port) {
    const std::string url = at.address.empty() ? std::string() : url_of(at, port);
    if (!call.out.is_text()) {
      v1::ServingView view;
      view.set_ledger(as_utf8(folder));
      view.set_url(url);
      view.set_socket(as_utf8(at.socket));
      if (at.url) view.set_public_url(at.url->origin());
      view.set_pid(static_cast<std::uint32_t>(::getpid()));
      call.out.json(view);
    } else {
      std::string places = url;
      if (!url.empty() && !at.socket.empty()) places += " and at ";
      if (!at.socket.empty()) places += in_quotes(at.socket);
      call.out.text(fmt::format("Serving {} at {}.\n", in_quotes(folder), places));
      call.out.text("Interrupt it to end it: what is at work is answered first.\n");
    }
  }

  std::string listen_ = "127.0.0.1:1982";
  std::string socket_;
  std::string url_;
  std::optional<Size> rate_;
  std::optional<Size> wait_;
  std::vector<std::string> proxies_;
  bool unsigned_ = false;
  bool read_only_ = false;
  bool public_ = false;
  bool open_ = false;
};

}  // namespace

const CommandSpec SERVE = {
    "serve",
    "Move data",
    "[--listen ADDR:PORT] [--socket PATH] [--public-url URL] [--public] [--open] [--rate N] [--unsigned] "
    "[--read-only] [--proxy ADDR] [--wait SECONDS]",
    "Keeps the ledger for many, who ask it and move over HTTP, and records what falls due by time.",
    "Questions, moves and streams are at /v1/ (docs/api.md); GET /healthz answers whether the ledger can be read, GET "
    "/metrics in figures for Prometheus. What falls due is recorded when it is due, without anybody's command; while "
    "it runs no other process can write a ledger in a folder; of one in a database there may be many servers "
    "(docs/hosting.md). It listens on this machine alone, without TLS (docs/server.md). "
    "Who looks at that address needs a token (nomic invite), unless it is --public; what is signed is taken from "
    "everybody. Requests under another name, or from pages of another site, are refused. Each request is a line of "
    "JSON on standard error; with --format json where it listens is one on standard output, once it does. It ends when "
    "it is interrupted or terminated, once what is at work is answered, and after ten seconds at the latest.",
    "nomic init Ann Bob Cleo\n"
    "timeout --preserve-status -s INT 1 nomic serve --listen 127.0.0.1:0\n"
    "timeout --preserve-status -s TERM 1 nomic serve --listen none",
    make_command<Serve>,
};

}  // namespace nomic::tools
