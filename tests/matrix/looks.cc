#include "matrix/looks.h"

namespace nomic::matrix {
namespace {

constexpr std::string_view MOVE = "it records a move: the lines of the plays run it";
constexpr std::string_view DATA = "it writes data, and answers with what it wrote: tests/tools/commands has it";

Wanted one(const std::string& view) {
  return {.json = view, .jsonl = view};
}

Wanted items(const std::string& view, const std::string& item) {
  return {.json = view, .jsonl = item};
}

Wanted ending(std::set<int> statuses, Wanted wanted) {
  wanted.statuses = std::move(statuses);
  return wanted;
}

// Warnings may stand beside the answer.
Wanted warning(Wanted wanted) {
  wanted.notes = true;
  return wanted;
}

Wanted exact(Wanted wanted) {
  wanted.exact = true;
  return wanted;
}

std::vector<CommandLooks> looks_at_the_game() {
  const Wanted rules = items("RulesView", "RulesView.Rule");
  const Wanted scores = items("ScoresView", "ScoresView.Score");
  const Wanted log = items("Log[]", "LogView");
  const Wanted proposals = items("ProposalsView", "HistoryView.Proposal");
  // A proposal that the game never had, and a game that nobody has won, are refused.
  const Wanted why = items("ExplainView", "");
  return {
      {"status",
       {{"status", one("StatusView")},
        {"status --player {player}", one("StatusView")},
        {"status --at start", one("StatusView")},
        {"status --at {middle}", one("StatusView")},
        {"status --known {middle}", one("StatusView")}}},
      {"proposals",
       {{"proposals", proposals},
        {"proposals {proposal}", ending({0, 3}, proposals)},
        {"proposals --at {middle} --limit 2", proposals},
        {"proposals --standing open", proposals}}},
      {"mend",
       {{"mend", warning(items("MendView", "MendView.Way"))},
        {"mend {record}", warning(items("MendView", "MendView.Way"))},
        {"mend {middle} --as {player}", warning(items("MendView", "MendView.Way"))}}},
      {"recipes",
       {{"recipes", items("RecipesView", "RecipesView.Recipe")},
        {"recipes quorum", items("RecipesView", "RecipesView.Recipe")},
        {"recipes own-award --set occasion=joined --set to=player", items("RecipesView", "RecipesView.Recipe")}}},
      {"head", {{"head", exact(one("HeadView"))}}},
      // As text it asks where to; its document says when it was made.
      {"report",
       {{"report", exact(ending({0, 2}, one("ReportView"))), OfFile::ANSWERS},
        {"report --at {middle} --no-records", exact(ending({0, 2}, one("ReportView"))), OfFile::ANSWERS}}},
      {"show-rules",
       {{"show-rules --provisions --references", rules},
        {"show-rules {rule}", rules},
        {"show-rules --at {middle} --revised", rules}}},
      {"scores",
       {{"scores", scores},
        {"scores --at {middle}", scores},
        {"scores --at start --revised", scores},
        {"scores --known {middle}", scores}}},
      {"try",
       {{"try propose repeal {rule}", warning(ending({0, 3}, one("TrialView")))},
        {"try propose enact --text 'Whoever loses, gains.' --provision "
         "'award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"3\" } reckoned: BEFORE_EFFECT }' "
         "--against start..",
         warning(ending({0, 3}, one("TrialView")))}}},
      {"log",
       {{"log", log},
        {"log --by occurred --limit 12", log},
        {"log --known {middle} --limit 3", log},
        {"log --player {player} --limit 5", warning(log)},
        {"log --rule {rule} --since {middle}", warning(log)},
        {"log --kind proposal --kind score --limit 4", warning(log)}}},
      {"history", {{"history {rule}", items("HistoryView", "")}}},
      {"diff", {{"diff start", one("DiffView")}, {"diff {middle} head --revised", one("DiffView")}}},
      {"blame", {{"blame {rule}", items("BlameView", "BlameView.Sentence")}}},
      {"explain",
       {{"explain score {player}", why},
        {"explain score {player} --limit 2", why},
        {"explain rule {rule}", why},
        {"explain proposal {proposal}", ending({0, 3}, why)},
        {"explain record {record}", why},
        {"explain record {middle} --dependents", why},
        {"explain winner", ending({0, 3}, why)}}},
      {"check-references", {{"check-references", ending({0, 1}, items("ReferencesView", "ReferencesView.Reference"))}}},
      {"replay",
       {{"replay", one("ReplayView")},
        {"replay --check", one("ReplayView"), OfFile::ANSWERS},
        {"replay --to {middle}", one("ReplayView")}}},
  };
}

std::vector<CommandLooks> checks() {
  const Wanted findings = items("FindingsView", "FindingView");
  return {
      {"verify",
       {{"verify", findings, OfFile::ANSWERS},
        {"verify --ledger-only", findings, OfFile::ANSWERS},
        {"verify matrix.bundle", items("FindingsView", "")}}},
      {"audit",
       {{"audit", items("FindingsView", ""), OfFile::ANSWERS},
        {"audit --verbose", items("FindingsView", ""), OfFile::ANSWERS},
        {"audit --cases --rule 203", items("FindingsView", ""), OfFile::ANSWERS},
        {"audit --at {middle}", items("FindingsView", ""), OfFile::ANSWERS}}},
      {"compare",
       {{"compare matrix.bundle", findings},
        {"compare --scores matrix.csv", findings},
        {"compare --rules 1990", ending({0, 1}, findings)}}},
      {"checkpoint",
       {{"checkpoint show", exact(one("CheckpointView")), OfFile::ANSWERS},
        {"checkpoint verify matrix.note --vkey {key}", one("CheckpointView"), OfFile::ANSWERS}}},
      {"prove",
       {{"prove inclusion {record} --checkpoint matrix.note", exact(one("ProofView"))},
        {"prove consistency {before} {size} --checkpoint matrix.note", exact(one("ProofView"))}}},
      {"verify-proof", {{"verify-proof matrix.proof --vkey {key} --leaf {leaf}", one("ProofView")}}},
      {"inspect",
       {{"inspect", one("InspectView"), OfFile::REFUSED},
        {"inspect {record}", one("InspectView"), OfFile::REFUSED},
        {"inspect 0", one("InspectView"), OfFile::REFUSED}}},
      {"rules", {{"rules compare 1990 game", ending({0, 1}, one("CompareView"))}}},
      {"key", {{"key list", one("KeysView")}}},
  };
}

std::vector<CommandLooks> not_asked() {
  std::vector<CommandLooks> all;
  for (const char* move :
       {"init",    "join",     "team",   "propose", "revise",  "debate", "call-vote", "vote",   "withdraw",
        "roll",    "inactive", "active", "approve", "tick",    "live",   "forfeit",   "submit", "judgment",
        "consent", "contest",  "act",    "attest",  "correct", "object", "annotate"}) {
    all.push_back({move, {}, MOVE});
  }
  for (const char* data : {"export", "import", "import-history", "rehearse", "backup", "reindex"})
    all.push_back({data, {}, DATA});
  all.push_back({"play", {}, "it runs other commands: tests/tools/commands/play_test.cc"});
  all.push_back({"serve", {}, "it answers over HTTP: tests/tools/server, tests/command/serve_test.cc"});
  all.push_back({"store", {}, "it is about databases: tests/postgres/commands.py"});
  all.push_back({"invite", {}, "it writes beside the ledger: tests/tools/server/guard_test.cc"});
  all.push_back({"config", {}, "it is not about a game: tests/tools/commands/config_test.cc"});
  for (const char* shells : {"completion", "complete"})
    all.push_back({shells, {}, "it answers shells: tests/tools/commands/completion_test.cc"});
  all.push_back({"help", {}, "it is not about a game: Matrix.HelpIsAsItMustBe asks it of every command"});
  return all;
}

}  // namespace

const std::vector<CommandLooks>& command_looks() {
  static const std::vector<CommandLooks> ALL = [] {
    auto all = looks_at_the_game();
    for (auto more : {checks(), not_asked()}) all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return ALL;
}

}  // namespace nomic::matrix
