SELECT a -- comment
 + /* more */ b