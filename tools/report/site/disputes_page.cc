// Disputes: questions and the Judges who answered them, what was struck, upheld and overruled; contested moves;
// corrections. What was taken back stays readable beside what stands.
#include <fmt/format.h>

#include <map>

#include "html_text.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view DISPUTES = "disputes.html";

class Disputes {
 public:
  explicit Disputes(const SiteGame& game) : game_(game), links_(game, DISPUTES) {
    for (std::uint32_t record = 0; record < game.size(); ++record) sort_in(record);
  }

  [[nodiscard]] std::string body() const {
    std::string out;
    for (const std::uint32_t record : questions_) out += question(record);
    if (!out.empty()) out = "<h2>" + links_.say("disputes.questions") + "</h2>" + out;
    out += entries("disputes.contested", contested_) + entries("disputes.struck", struck_) +
           entries("disputes.corrected", corrected_);
    return "<h1>" + links_.say("view.disputes") + "</h1>" +
           (out.empty() ? "<p>" + links_.say("disputes.none") + "</p>" : out);
  }

 private:
  using Records = std::vector<std::uint32_t>;

  [[nodiscard]] const v1::LogView& log(std::uint32_t record) const { return game_.entry(record).record(); }

  void sort_in(std::uint32_t record) {
    const std::string& kind = log(record).kind();
    if (kind == "JUDGMENT_INVOKED") questions_.push_back(record);
    if (kind == "JUDGMENT_DELIVERED") answers_[log(record).event().record()].push_back(record);
    if (kind == "OVERRULE_VOTED") votes_[log(record).event().record()].push_back(record);
    if (kind == "MOVE_CONTESTED") contested_.push_back(record);
    if (kind == "RECORD_CORRECTED") corrected_.push_back(record);
    const std::string& standing = log(record).standing();
    if (standing == "STRUCK" || standing == "FALLEN") struck_.push_back(record);
  }

  // "#41, #44".
  template <class List>
  [[nodiscard]] std::string records(const List& list) const {
    std::string out;
    for (const std::uint32_t record : list) out += (out.empty() ? "" : ", ") + links_.record(record);
    return out;
  }

  [[nodiscard]] std::string brought(std::uint32_t record) const {
    std::string out;
    for (const std::string& words : game_.entry(record).brought()) out += site_sentence(game_, words) + " ";
    return out.empty() ? "" : "<p class=\"quiet\">" + out + "</p>";
  }

  [[nodiscard]] std::string said(std::uint32_t record) const {
    const std::string& text = log(record).event().text();
    return html_passage("blockquote", "", text.empty() ? game_.entry(record).in_words() : text);
  }

  [[nodiscard]] std::string question(std::uint32_t record) const {
    std::string out = fmt::format(
        "<article id=\"r{}\"><h3>{}{}</h3>", record,
        links_.say("disputes.asks", {{"record", links_.record(record)}, {"player", html_name(log(record).author())}}),
        site_standing(links_, log(record)));
    out += said(record);
    const auto& about = log(record).event().about();
    if (!about.empty())
      out += "<p class=\"quiet\">" + links_.say("disputes.about", {{"records", records(about)}}) + "</p>";
    const auto answers = answers_.find(record);
    if (answers == answers_.end()) return out + "<p>" + links_.say("disputes.open") + "</p></article>\n";
    for (const std::uint32_t answer : answers->second) out += this->answer(answer);
    return out + "</article>\n";
  }

  [[nodiscard]] std::string answer(std::uint32_t record) const {
    const v1::EventView& event = log(record).event();
    std::string out = fmt::format(
        R"(<div class="answer" id="r{}"><p>{}{}</p>)", record,
        links_.say("disputes.answers", {{"player", "<strong>" + html_name(log(record).author()) + "</strong>"},
                                        {"record", links_.record(record)}}),
        site_standing(links_, log(record)));
    out += said(record);
    if (!event.reason().empty()) {
      out += "<p class=\"quiet\">" + links_.say("disputes.reasons") + "</p>" +
             html_passage("blockquote", "", event.reason());
    }
    std::vector<std::string> orders;
    if (!event.strikes().empty())
      orders.push_back(links_.say("disputes.strikes", {{"record", records(event.strikes())}}));
    if (!event.upholds().empty())
      orders.push_back(links_.say("disputes.upholds", {{"record", records(event.upholds())}}));
    for (const auto& found : event.findings())
      orders.push_back(links_.say("disputes.finds", {{"finding", site_sentence(game_, found.words())}}));
    if (event.paradox()) orders.push_back(links_.say("disputes.paradox"));
    out += site_list(orders);
    if (const auto votes = votes_.find(record); votes != votes_.end()) {
      std::string cast;
      for (const std::uint32_t vote : votes->second)
        cast += site_sentence(game_, game_.entry(vote).in_words()) + " (" + links_.record(vote) + ") ";
      out += "<p class=\"quiet\">" + cast + "</p>";
    }
    return out + brought(record) + "</div>";
  }

  [[nodiscard]] std::string entries(std::string_view heading, const Records& list) const {
    std::vector<std::string> items;
    for (const std::uint32_t record : list) {
      items.push_back(links_.record(record) + " " + site_sentence(game_, game_.entry(record).in_words()) +
                      site_standing(links_, log(record)) + brought(record));
    }
    return items.empty() ? "" : "<h2>" + links_.say(heading) + "</h2>" + site_list(items);
  }

  const SiteGame& game_;
  SiteLinks links_;
  Records questions_;
  Records contested_;
  Records struck_;
  Records corrected_;
  std::map<std::uint32_t, Records> answers_;  // by question
  std::map<std::uint32_t, Records> votes_;    // by Judgment
};

}  // namespace

SiteFile disputes_page(const SiteGame& game) {
  return site_page(game, std::string(DISPUTES), game.words("view.disputes"), DISPUTES, Disputes(game).body());
}

}  // namespace nomic::tools
