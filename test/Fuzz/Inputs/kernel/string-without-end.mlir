// A string without an end, and a backslash as the last letter.
func.func @f() {
  "a\