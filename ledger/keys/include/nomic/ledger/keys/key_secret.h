// What a PrivateKey holds, and how OpenSSL's objects are freed. For key.cc and key_file.cc alone.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>

#include <memory>

#include "nomic/ledger/key.h"

namespace nomic::ledger {

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }  // wipes the secret
};
struct FreeBio {
  void operator()(BIO* bio) const { BIO_free_all(bio); }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, FreeKey>;
using BioPointer = std::unique_ptr<BIO, FreeBio>;

struct PrivateKey::Secret {
  KeyPointer key;
  PublicKey half;  // the public one
};

}  // namespace nomic::ledger
