# What the command NOMIC says of itself, into the folder OUT: its manual pages (man1, man5, man7), compressed as man
# reads them and without a time in them; and the scripts by which shells complete its command lines.
#
# Whoever builds may have settings, and a game at hand: neither has a say here.
set(run ${CMAKE_COMMAND} -E env --unset=NOMIC_LEDGER --unset=NOMIC_GAME --unset=NOMIC_PLAYER HOME=/nonexistent
        XDG_CONFIG_HOME=/nonexistent LC_ALL=C.UTF-8 ${NOMIC})
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
execute_process(COMMAND ${run} help --man OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE
                WORKING_DIRECTORY ${OUT} COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" names "${names}")
foreach(name IN LISTS names)
  string(REGEX REPLACE ".*\\." "man" folder ${name})
  file(MAKE_DIRECTORY ${OUT}/${folder})
  execute_process(COMMAND ${run} help --man ${name} OUTPUT_FILE ${OUT}/${folder}/${name} WORKING_DIRECTORY ${OUT}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB pages ${OUT}/man*/*)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
foreach(file IN ITEMS bash:nomic.bash zsh:_nomic fish:nomic.fish)
  string(REGEX REPLACE ":.*" "" shell ${file})
  string(REGEX REPLACE ".*:" "" name ${file})
  execute_process(COMMAND ${run} completion ${shell} OUTPUT_FILE ${OUT}/${name} WORKING_DIRECTORY ${OUT}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(WRITE ${OUT}/made "")
