// Time stamps (RFC 3161): what an authority signs to say that some bytes existed at a time.
//
// Over a checkpoint's note it is evidence that the history existed by then, whoever keeps the ledger. Nothing here
// talks to an authority: a request is a file that one sends to it (by curl, say), and its response is a file.
//
//     auto request  = make_time_request(note);                          // SHA-256 of the note, a nonce, "send
//     certificates" auto response = ...;                                               // from the authority auto stamp
//     = read_time_stamp(response, note, request);          // granted, of this note, of this request auto checked  =
//     verify_time_stamp(response, note, authorities);    // and signed by one whom we trust
//
// Authorities sign with RSA or ECDSA. The certificate must be made for time stamping (RFC 3161, section 2.3), lead to
// one of the given authorities, and have been valid at the time that the stamp says: a stamp outlives its certificate.
// Nothing is asked about revocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

inline constexpr std::size_t MAX_TIME_STAMP_BYTES = std::size_t{1} << 18U;

struct TimeStamp {
  Micros time;            // whole seconds
  std::string serial;     // hex, of the authority's
  std::string authority;  // subject of the certificate that signed; empty until verified
};

// The DER of a TimeStampReq over the SHA-256 of `bytes`.
std::string make_time_request(std::string_view bytes);

// What a TimeStampResp says of `bytes`, unverified. BAD_NOTE: unreadable, not granted, over other bytes or by another
// hash, or (where the request is given) with another nonce.
Result<TimeStamp> read_time_stamp(std::string_view response, std::string_view bytes,
                                  const std::optional<std::string>& request);

// What it says, verified under the certificates in `authorities` (PEM, one or several). BAD_SIGNATURE: no chain to
// them, not made for time stamping, or wrong; BAD_KEY: no certificates; what read_time_stamp says.
Result<TimeStamp> verify_time_stamp(std::string_view response, std::string_view bytes, std::string_view authorities);

// A note and the response over it, as evidence that holds both, and back. The note may be signed by more keys later.
std::string time_evidence(std::string_view note, std::string_view response);
struct StampedNote {
  std::string note;
  std::string response;
};
std::optional<StampedNote> read_time_evidence(std::string_view evidence);

}  // namespace nomic::ledger
