#include "manual/roff.h"

#include <fmt/format.h>

#include <algorithm>

namespace nomic::tools {
namespace {

// At the beginning of a line these begin a request.
bool begins_request(std::string_view line) {
  return line.starts_with('.') || line.starts_with('\'');
}

std::string as_line(std::string roff) {
  if (begins_request(roff)) roff.insert(0, "\\&");
  return roff + "\n";
}

// The end of what the sign encloses, if it encloses something here: "*so*", and not "2 * 3".
std::size_t closing(std::string_view text, std::size_t from, std::string_view sign) {
  if (from >= text.size() || text[from] == ' ') return std::string_view::npos;
  const std::size_t end = text.find(sign, from);
  return end == from || (end != std::string_view::npos && text[end - 1] == ' ') ? std::string_view::npos : end;
}

}  // namespace

std::string roff_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string roff_of_markdown(std::string_view text) {
  std::string out;
  std::string plain;
  const auto settle = [&] {
    out += roff_of(plain);
    plain.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    std::size_t end = std::string_view::npos;
    if (rest.starts_with('\\') && rest.size() > 1 && !rest.starts_with("\\\\")) {
      plain += rest[1];
      ++at;
    } else if (rest.starts_with('`') && (end = text.find('`', at + 1)) != std::string_view::npos) {
      settle();
      out += "\\fB" + roff_of(text.substr(at + 1, end - at - 1)) + "\\fP";
      at = end;
    } else if (rest.starts_with("**") && (end = closing(text, at + 2, "**")) != std::string_view::npos) {
      settle();
      out += "\\fB" + roff_of(text.substr(at + 2, end - at - 2)) + "\\fP";
      at = end + 1;
    } else if (rest.starts_with('*') && (end = closing(text, at + 1, "*")) != std::string_view::npos) {
      settle();
      out += "\\fI" + roff_of(text.substr(at + 1, end - at - 1)) + "\\fP";
      at = end;
    } else if (rest.starts_with('[') && (end = text.find("](", at)) != std::string_view::npos &&
               text.find(')', end) != std::string_view::npos) {
      settle();
      out += roff_of_markdown(text.substr(at + 1, end - at - 1));
      at = text.find(')', end);
    } else {
      plain += rest.front();
    }
  }
  settle();
  return out;
}

// Left-aligned and without hyphenation: what is read here is pasted and searched for.
RoffPage::RoffPage(std::string_view name, std::uint32_t section, std::string_view version)
    : text_(fmt::format(".TH {} {} \"\" \"nomic {}\" \"Nomic\"\n.nh\n.ad l\n", roff_of(name), section, version)) {}

void RoffPage::heading(std::string_view words) {
  text_ += ".SH " + roff_of(words) + "\n";
}

void RoffPage::subheading(std::string_view words) {
  text_ += ".SS " + roff_of_markdown(words) + "\n";
}

void RoffPage::paragraph(std::string_view markdown) {
  text_ += ".PP\n" + as_line(roff_of_markdown(markdown));
}

void RoffPage::entry(std::string_view markdown_head, std::string_view markdown_body) {
  text_ += ".TP\n" + as_line(roff_of_markdown(markdown_head)) + as_line(roff_of_markdown(markdown_body));
}

void RoffPage::point(std::string_view markdown) {
  text_ += ".IP \\(bu 2\n" + as_line(roff_of_markdown(markdown));
}

void RoffPage::lines(std::string_view text) {
  text_ += ".PP\n.RS 4\n.nf\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    text_ += as_line(roff_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  text_ += ".fi\n.RE\n";
}

}  // namespace nomic::tools
