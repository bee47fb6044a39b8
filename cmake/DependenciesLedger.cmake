# What nomic::ledger stands on. This file is installed, too: nomicConfig.cmake includes it, so that a program outside
# this tree links what we link.
#
# Each library is wrapped in an imported interface target of ours, so that how it is linked is said once. NOMIC_STATIC:
# by its static archive, where there is one. Whoever uses the installed libraries gets the shared ones, since their
# program may link the same ones itself.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(fmt REQUIRED)

# A static archive where there is one and NOMIC_STATIC asks for it, else the shared library.
function(nomic_find_library out name)
  if(NOMIC_STATIC)
    find_library(${out} NAMES lib${name}.a ${name} REQUIRED)
  else()
    find_library(${out} NAMES ${name} REQUIRED)
  endif()
endfunction()

# nomic_dependency(NAME LIBRARIES...): the target nomic_dep_NAME.
function(nomic_dependency name)
  if(NOT TARGET nomic_dep_${name})
    add_library(nomic_dep_${name} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(nomic_dep_${name} INTERFACE ${ARGN})
  endif()
endfunction()

nomic_find_library(NOMIC_LIB_PROTOBUF protobuf)
nomic_find_library(NOMIC_LIB_CRYPTO crypto)
nomic_find_library(NOMIC_LIB_ROCKSDB rocksdb)
# What its archive needs; the shared library knows for itself. zlib and bzip2 are never linked statically: what is found
# in them has to be mended in one place, and distributions insist on it.
set(NOMIC_LIBS_OF_ROCKSDB)
if(NOMIC_STATIC)
  foreach(name IN ITEMS snappy lz4 zstd)
    string(TOUPPER ${name} upper)
    nomic_find_library(NOMIC_LIB_${upper} ${name})
    list(APPEND NOMIC_LIBS_OF_ROCKSDB ${NOMIC_LIB_${upper}})
  endforeach()
  foreach(name IN ITEMS z bz2)
    string(TOUPPER ${name} upper)
    find_library(NOMIC_SHARED_${upper} NAMES ${name} REQUIRED)
    list(APPEND NOMIC_LIBS_OF_ROCKSDB ${NOMIC_SHARED_${upper}})
  endforeach()
endif()

nomic_dependency(protobuf ${NOMIC_LIB_PROTOBUF} Threads::Threads)
nomic_dependency(crypto ${NOMIC_LIB_CRYPTO} ${CMAKE_DL_LIBS} Threads::Threads)
target_include_directories(nomic_dep_crypto INTERFACE ${OPENSSL_INCLUDE_DIR})
# libpq is taken from the system when the first database is opened (ledger/store/postgres/pq_library.h).
nomic_dependency(pq ${CMAKE_DL_LIBS} Threads::Threads)
nomic_dependency(rocksdb ${NOMIC_LIB_ROCKSDB} ${NOMIC_LIBS_OF_ROCKSDB} ${CMAKE_DL_LIBS} Threads::Threads)
