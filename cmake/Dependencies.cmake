# Everything we stand on, from the system's packages (tools/install-deps.sh installs them). What the libraries stand
# on is in files of its own, which are installed with them; what only the command needs follows here.
include(cmake/DependenciesReplay.cmake)
find_package(CLI11 REQUIRED)

# Compressed blocks in pages.
find_library(NOMIC_SHARED_Z NAMES z REQUIRED)
nomic_dependency(zlib ${NOMIC_SHARED_Z})

# Git repositories. Its functions are taken from the library when a repository is opened (tools/past/git2_library.h), so
# only its headers are needed here.
find_path(NOMIC_GIT2_INCLUDE git2.h REQUIRED)
nomic_dependency(git2 ${CMAKE_DL_LIBS})
target_include_directories(nomic_dep_git2 INTERFACE ${NOMIC_GIT2_INCLUDE})

# Sockets and HTTP: Asio and Beast, of which only headers are used. What they warn about is not ours.
find_package(Boost 1.81 REQUIRED)
nomic_dependency(asio Threads::Threads)
target_include_directories(nomic_dep_asio INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(nomic_dep_asio INTERFACE BOOST_ASIO_NO_DEPRECATED)

# JSON as RFC 8259 defines it, of which headers are enough, too.
nomic_dependency(json)
target_include_directories(nomic_dep_json INTERFACE ${Boost_INCLUDE_DIRS})

# TLS to servers elsewhere.
nomic_find_library(NOMIC_LIB_SSL ssl)
nomic_dependency(ssl ${NOMIC_LIB_SSL} nomic_dep_crypto)
