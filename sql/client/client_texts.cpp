#include "sql/client/client_texts.hpp"

namespace eddyline::sql {

std::string_view banner_text() {
  return R"(
            ~ ~  ~ ~ ~  ~ ~ ~ ~  ~ ~
      ~ ~ ~ ~  ~  ___      ~  ~ ~ ~ ~ ~ ~
    - - - - - - /  _  \ - - - - - - - - - -
    ~ ~ ~ ~ ~ ~ \ (_/ | ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
      ~ ~ ~ ~  ~ \___/  ~ ~ ~ ~  ~ ~ ~ ~
            ~ ~ ~  ~ ~ ~ ~  ~ ~  ~ ~

     E d d y l i n e    S Q L   C l i e n t

        Welcome! Enter 'HELP;' to list all available commands. 'QUIT;' to exit.

)";
}

std::string_view help_text() {
  return "The following commands are available:\n\n"
         "HELP          Lists the commands.\n"
         "QUIT/EXIT     Ends the client.\n"
         "CLEAR         Clears the terminal.\n"
         "SET           Sets a property of the session: SET 'key' = 'value'; without both it lists all properties.\n"
         "RESET         Takes a property back to its default: RESET 'key'; without a key it takes all back.\n"
         "INSERT INTO   Starts a job that writes the result of a query into a table.\n"
         "SELECT        Starts a query and shows its rows.\n"
         "EXPLAIN       Shows the plan of a SELECT or INSERT.\n"
         "SHOW JOBS     Lists the jobs of the cluster.\n"
         "DESCRIBE JOB  Shows one job: DESCRIBE JOB 'id'.\n"
         "STOP JOB      Ends a job: STOP JOB 'id'.\n\n"
         "Hint: A statement ends with \";\" and may take several lines.\n";
}

}  // namespace eddyline::sql
