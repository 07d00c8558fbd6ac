#include "sql/client/line_editor/line_editor.hpp"

#include <histedit.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <locale.h>
#include <cstdio>
#include <cstring>
#include <wchar.h>

#include "common/base/check.hpp"

namespace eddyline::sql {
namespace {

/// Texts are UTF-8 here, whatever the environment says; libedit goes by the locale.
void take_utf8_locale() {
  for (const char* name : {"", "C.UTF-8", "en_US.UTF-8"}) {
    if (setlocale(LC_CTYPE, name) != nullptr && MB_CUR_MAX > 1) return;
  }
}

}  // namespace

/// What libedit is given and gives back.
struct LineEditor::Editor {
  explicit Editor(Interruption& interruption_to_watch) : interruption(interruption_to_watch) {}

  static char* show_prompt(EditLine* editline) { return of(editline).prompt.data(); }
  static int read_character(EditLine* editline, wchar_t* character) { return of(editline).read(*character); }
  static Editor& of(EditLine* editline) {
    void* data = nullptr;
    el_get(editline, EL_CLIENTDATA, &data);
    return *static_cast<Editor*>(data);
  }

  /// 1 and a character; 0 at the end of the input; -1 after an interruption.
  int read(wchar_t& character);
  int read_byte(char& byte);
  void draw_again();

  Interruption& interruption;
  EditLine* editline = nullptr;
  History* history = nullptr;
  std::string prompt;
  bool interrupted = false;
  /// Readable when the line is to be drawn again.
  int redraws = -1;
};

int LineEditor::Editor::read(wchar_t& character) {
  mbstate_t state{};
  while (true) {
    char byte = 0;
    if (const int got = read_byte(byte); got <= 0) return got;
    const size_t length = mbrtowc(&character, &byte, 1, &state);
    if (length == static_cast<size_t>(-1)) state = {};  // bytes that are no character are left out
    if (length <= 1) return 1;
  }
}

int LineEditor::Editor::read_byte(char& byte) {
  std::array<pollfd, 3> waited{{{STDIN_FILENO, POLLIN, 0}, {interruption.descriptor(), POLLIN, 0}, {redraws, POLLIN, 0}}};
  while (true) {
    const int ready = poll(waited.data(), waited.size(), -1);
    if (ready < 0 && errno != EINTR) return 0;
    if (interruption.raised()) {
      interrupted = true;
      return -1;
    }
    if (ready <= 0) continue;
    if (waited[2].revents != 0) draw_again();
    if (waited[0].revents == 0) continue;
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count >= 0) return static_cast<int>(count);
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
}

void LineEditor::Editor::draw_again() {
  uint64_t count = 0;
  static_cast<void>(::read(redraws, &count, sizeof(count)));
  el_set(editline, EL_PREP_TERM, 1);
  // The line is drawn anew from its start; where that is after a change of size no one can say if it took several rows.
  std::fputs("\r\x1b[J", stdout);
  std::fflush(stdout);
  el_resize(editline);
  el_set(editline, EL_REFRESH);
}

LineEditor::LineEditor(Interruption& interruption, StatementHistory& history)
    : editor_(std::make_unique<Editor>(interruption)), interruption_(interruption), history_(history) {
  take_utf8_locale();
  editor_->redraws = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  CHECK(editor_->redraws >= 0) << "no event descriptor: " << std::strerror(errno);
  editor_->editline = el_init("eddyline-sql", stdin, stdout, stderr);
  editor_->history = history_init();
  CHECK(editor_->editline != nullptr && editor_->history != nullptr) << "the line editor cannot be made";

  EditLine* editline = editor_->editline;
  el_set(editline, EL_CLIENTDATA, editor_.get());
  el_set(editline, EL_EDITOR, "emacs");
  el_set(editline, EL_PROMPT, &Editor::show_prompt);
  el_wset(editline, EL_GETCFN, &Editor::read_character);
  el_set(editline, EL_HIST, ::history, editor_->history);
  // Tabs of pasted statements, which would else be dropped.
  el_set(editline, EL_BIND, "^I", "ed-insert", nullptr);
  el_set(editline, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_set(editline, EL_SETTY, "-echo", nullptr);
  HistEvent event;
  ::history(editor_->history, &event, H_SETSIZE, static_cast<int>(StatementHistory::kStatementsMax));
  for (const std::string& statement : history_.statements()) {
    ::history(editor_->history, &event, H_ENTER, statement.c_str());
  }
}

LineEditor::~LineEditor() {
  el_end(editor_->editline);
  history_end(editor_->history);
  close(editor_->redraws);
}

Result<TypedLine> LineEditor::read(std::string_view prompt) {
  editor_->prompt = prompt;
  editor_->interrupted = false;
  // One that came while a statement ran was for that statement.
  interruption_.clear();
  // Before the prompt is seen: a Ctrl+D that comes while the terminal still reads whole lines is lost.
  el_set(editor_->editline, EL_PREP_TERM, 1);
  int length = 0;
  const char* line = el_gets(editor_->editline, &length);
  if (line != nullptr && length > 0) {
    std::string text(line, static_cast<size_t>(length));
    if (text.ends_with('\n')) text.pop_back();
    return TypedLine{TypedLine::Kind::kText, std::move(text)};
  }
  std::fputs(editor_->interrupted && !interruption_.for_good() ? "^C\n" : "\n", stdout);
  std::fflush(stdout);
  if (!editor_->interrupted || interruption_.for_good()) return TypedLine{TypedLine::Kind::kEnd, ""};
  return TypedLine{TypedLine::Kind::kInterrupted, ""};
}

void LineEditor::remember(std::string_view statement) {
  HistEvent event;
  ::history(editor_->history, &event, H_ENTER, std::string(statement).c_str());
  static_cast<void>(history_.add(statement));
}

void LineEditor::redraw() {
  const uint64_t one = 1;
  static_cast<void>(write(editor_->redraws, &one, sizeof(one)));
}

}  // namespace eddyline::sql
