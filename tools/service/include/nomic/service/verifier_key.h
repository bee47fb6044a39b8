// Verifier keys as text: `name+<8 hex digits>+<base64>`, as transparency logs print them (C2SP signed-note). The digits
// are the first four bytes of SHA-256(name, a newline, the type, the key); the base64 is that of the type, 0x01, and
// the key.
#pragma once

#include <string>

#include "nomic/ledger/key.h"
#include "nomic/replay/error.h"

namespace nomic::tools {

struct NamedKey {
  std::string name;
  ledger::PublicKey key;
};

std::string print_verifier_key(const NamedKey& key);
// Strict; the key's 64 hex digits alone are taken too, and have no name. BAD_KEY.
replay::Result<NamedKey> parse_verifier_key(const std::string& typed);

// Neither empty nor with a space or a plus, and at most KEY_NAME_LIMIT bytes: else BAD_KEY.
replay::Status check_key_name(const std::string& name);
// What a key of that file is called unless it is said: the file's name without its folder and ending.
std::string key_name_of(const std::string& path);

}  // namespace nomic::tools
