// The functions of libpq that are used, from the library as it is found when it is needed.
//
// It is not linked: what it stands on (TLS, Kerberos, LDAP) would be loaded by every command, and most never meet a
// server.
#pragma once

#include <libpq-fe.h>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

#define NOMIC_PQ_FUNCTIONS(DO) \
  DO(PQconninfoParse)          \
  DO(PQconninfoFree)           \
  DO(PQfreemem)                \
  DO(PQconnectdbParams)        \
  DO(PQconninfo)               \
  DO(PQfinish)                 \
  DO(PQstatus)                 \
  DO(PQerrorMessage)           \
  DO(PQserverVersion)          \
  DO(PQparameterStatus)        \
  DO(PQsocket)                 \
  DO(PQsetnonblocking)         \
  DO(PQsetNoticeReceiver)      \
  DO(PQenterPipelineMode)      \
  DO(PQpipelineSync)           \
  DO(PQsendPrepare)            \
  DO(PQsendQueryPrepared)      \
  DO(PQsendQueryParams)        \
  DO(PQflush)                  \
  DO(PQconsumeInput)           \
  DO(PQisBusy)                 \
  DO(PQgetResult)              \
  DO(PQresultStatus)           \
  DO(PQresultErrorField)       \
  DO(PQntuples)                \
  DO(PQgetvalue)               \
  DO(PQgetlength)              \
  DO(PQgetisnull)              \
  DO(PQclear)

struct PqLibrary {
// The name of a member takes no parentheses.
#define NOMIC_PQ_MEMBER(name) decltype(&::name) name = nullptr;  // NOLINT(bugprone-macro-parentheses)
  NOMIC_PQ_FUNCTIONS(NOMIC_PQ_MEMBER)
#undef NOMIC_PQ_MEMBER

  // Loaded once, by any thread. IO_FAILED where the library is not installed.
  static Result<const PqLibrary*> get();
};

}  // namespace nomic::ledger
