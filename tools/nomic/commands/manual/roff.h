// A manual page as man reads it: roff, with the macros of man(7).
//
//     RoffPage page("nomic-vote", 1, "0.1.0");
//     page.heading("NAME");
//     page.paragraph("nomic-vote - votes on a proposal");
//     page.text()                                          // the whole file
//
// What is given is Markdown as our documents and helps have it: `code`, **strong**, *words*, [links](to.md). It is bold
// or in italics in the page, and a link is its words. No text of ours can be taken for a request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::tools {

// The text as it stands, with nothing in it that roff would read otherwise.
std::string roff_of(std::string_view text);
// The same of Markdown within a line.
std::string roff_of_markdown(std::string_view text);

class RoffPage {
 public:
  RoffPage(std::string_view name, std::uint32_t section, std::string_view version);

  void heading(std::string_view words);
  void subheading(std::string_view words);
  void paragraph(std::string_view markdown);
  // What is defined, set off, and below it what it is.
  void entry(std::string_view markdown_head, std::string_view markdown_body);
  // A point of a list.
  void point(std::string_view markdown);
  // Lines that stay as they are.
  void lines(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace nomic::tools
