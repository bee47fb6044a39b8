// The digest of a request: what a command asked, before dice and clock, so that a retry under the same request ID is
// known from another request.
//
// SHA-256 over "nomic/request/v1\n" and, for each part, its label and its value, each as an 8-byte big-endian length
// and the bytes. Parts, in this order: the command; the author, folded; the words; the options that ask for something,
// as declared; the texts that were read (from an argument, a file or standard input alike).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/ledger/hash.h"

namespace nomic::tools {

class RequestParts {
 public:
  void add(std::string_view label, std::string_view value) { parts_.emplace_back(label, value); }
  [[nodiscard]] ledger::Hash digest() const;

 private:
  std::vector<std::pair<std::string, std::string>> parts_;
};

}  // namespace nomic::tools
