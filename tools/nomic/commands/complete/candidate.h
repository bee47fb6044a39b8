// A word that may stand where one is completed.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace nomic::tools {

struct Candidate {
  std::string word;
  std::string about = {};  // a few words, for shells that show them; may be empty
};

using Candidates = std::vector<Candidate>;

// What may stand there, or that a file may.
struct Completed {
  Candidates words = {};
  bool files = false;
};

}  // namespace nomic::tools
