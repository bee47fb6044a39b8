# Everything we stand on, from the system's packages (tools/install-deps.sh installs them). Each is wrapped in an
# interface target of ours, so that how it is linked is said once.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)

# A static archive where there is one and NOMIC_STATIC asks for it, else the shared library.
function(nomic_find_library out name)
  if(NOMIC_STATIC)
    find_library(${out} NAMES lib${name}.a ${name} REQUIRED)
  else()
    find_library(${out} NAMES ${name} REQUIRED)
  endif()
endfunction()

nomic_find_library(NOMIC_LIB_PROTOBUF protobuf)
nomic_find_library(NOMIC_LIB_CRYPTO crypto)
nomic_find_library(NOMIC_LIB_SSL ssl)
nomic_find_library(NOMIC_LIB_UTF8PROC utf8proc)
nomic_find_library(NOMIC_LIB_ICUI18N icui18n)
nomic_find_library(NOMIC_LIB_ICUUC icuuc)
nomic_find_library(NOMIC_LIB_ICUDATA icudata)
nomic_find_library(NOMIC_LIB_ROCKSDB rocksdb)
nomic_find_library(NOMIC_LIB_RE2 re2)
nomic_find_library(NOMIC_LIB_GUMBO gumbo)
foreach(name IN ITEMS snappy z bz2 lz4 zstd)
  string(TOUPPER ${name} upper)
  nomic_find_library(NOMIC_LIB_${upper} ${name})
endforeach()

add_library(nomic_dep_protobuf INTERFACE)
target_link_libraries(nomic_dep_protobuf INTERFACE ${NOMIC_LIB_PROTOBUF} Threads::Threads)

add_library(nomic_dep_crypto INTERFACE)
target_include_directories(nomic_dep_crypto SYSTEM INTERFACE ${OPENSSL_INCLUDE_DIR})
target_link_libraries(nomic_dep_crypto INTERFACE ${NOMIC_LIB_CRYPTO} ${CMAKE_DL_LIBS} Threads::Threads)

add_library(nomic_dep_ssl INTERFACE)
target_link_libraries(nomic_dep_ssl INTERFACE ${NOMIC_LIB_SSL} nomic_dep_crypto)

add_library(nomic_dep_rocksdb INTERFACE)
target_link_libraries(nomic_dep_rocksdb INTERFACE ${NOMIC_LIB_ROCKSDB} ${NOMIC_LIB_SNAPPY} ${NOMIC_LIB_Z} ${NOMIC_LIB_BZ2}
                      ${NOMIC_LIB_LZ4} ${NOMIC_LIB_ZSTD} ${CMAKE_DL_LIBS} Threads::Threads)

add_library(nomic_dep_utf8proc INTERFACE)
target_compile_definitions(nomic_dep_utf8proc INTERFACE $<$<BOOL:${NOMIC_STATIC}>:UTF8PROC_STATIC>)
target_link_libraries(nomic_dep_utf8proc INTERFACE ${NOMIC_LIB_UTF8PROC})

# Compressed blocks in pages.
add_library(nomic_dep_zlib INTERFACE)
target_link_libraries(nomic_dep_zlib INTERFACE ${NOMIC_LIB_Z})

# Names that look alike: Unicode's confusables.
add_library(nomic_dep_icu INTERFACE)
target_link_libraries(nomic_dep_icu INTERFACE ${NOMIC_LIB_ICUI18N} ${NOMIC_LIB_ICUUC} ${NOMIC_LIB_ICUDATA} ${CMAKE_DL_LIBS}
                      Threads::Threads m)

# Regular expressions in linear time, whatever is in the page or the expression.
add_library(nomic_dep_re2 INTERFACE)
target_link_libraries(nomic_dep_re2 INTERFACE ${NOMIC_LIB_RE2} Threads::Threads)

# HTML as a browser reads it.
add_library(nomic_dep_gumbo INTERFACE)
target_link_libraries(nomic_dep_gumbo INTERFACE ${NOMIC_LIB_GUMBO})

# Git repositories. Its functions are taken from the library when a repository is opened (tools/past/git2_library.h), so
# only its headers are needed here.
find_path(NOMIC_GIT2_INCLUDE git2.h REQUIRED)
add_library(nomic_dep_git2 INTERFACE)
target_include_directories(nomic_dep_git2 SYSTEM INTERFACE ${NOMIC_GIT2_INCLUDE})
target_link_libraries(nomic_dep_git2 INTERFACE ${CMAKE_DL_LIBS})

# Sockets and HTTP: Asio and Beast, of which only headers are used. What they warn about is not ours.
find_package(Boost 1.81 REQUIRED)
add_library(nomic_dep_asio INTERFACE)
target_include_directories(nomic_dep_asio SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(nomic_dep_asio INTERFACE BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(nomic_dep_asio INTERFACE Threads::Threads)
