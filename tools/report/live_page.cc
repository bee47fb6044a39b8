#include "nomic/report/live_page.h"

#include "web_files.h"

namespace nomic::tools {
namespace {

constexpr std::string_view PAGE = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Nomic</title>
<link rel="stylesheet" href="/live.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="app" hidden></div>
<div id="static"><main><h1>Nomic</h1><noscript><p>This page is made by a script. Without one, ask the keeper for
<code>nomic report</code>, which is readable without.</p></noscript></main></div>
<footer class="about"><p><a href="/licences.txt">Licences of the libraries in this page</a></p></footer>
<script src="/live.js"></script>
</body>
</html>
)";

}  // namespace

std::vector<LiveFile> live_files() {
  std::vector<LiveFile> files;
  for (const WebFile& file : web_files()) {
    if (file.name == "live") files.push_back({"/live.js", "text/javascript; charset=utf-8", std::string(file.text)});
    if (file.name == "style") files.push_back({"/live.css", "text/css; charset=utf-8", std::string(file.text)});
    if (file.name == "licences")
      files.push_back({"/licences.txt", "text/plain; charset=utf-8", std::string(file.text)});
  }
  const bool has_script = files.size() == 3;
  if (!has_script) return {};
  files.push_back({"/", "text/html; charset=utf-8", std::string(PAGE)});
  return files;
}

std::string_view live_policy() {
  return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
}

}  // namespace nomic::tools
