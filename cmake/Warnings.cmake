# nomic_compile_options(TARGET): the warnings and sanitizers of our own code (generated code gets the sanitizers only).
function(nomic_sanitize target)
  if(NOMIC_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${NOMIC_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${NOMIC_SANITIZE})
  endif()
endfunction()

function(nomic_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough)
  if(NOMIC_WERROR)
    # GCC 12 warns of overlaps that are not there at -O3.
    target_compile_options(${target} PRIVATE -Werror -Wno-error=restrict)
  endif()
  nomic_sanitize(${target})
endfunction()
