#include "checkpoint/storage/durable_file.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "common/fault/fault_point.hpp"
#include "tests/process_driver/scratch_folder.hpp"

namespace eddyline::checkpoint {
namespace {

std::span<const uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

class DurableFileTest : public testing::Test {
 protected:
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }
  SavedFile save(const std::string& name, const std::string& text) {
    Result<DurableFile> file = DurableFile::create(folder_.path(), name);
    EXPECT_TRUE(file.ok());
    EXPECT_TRUE(file->append(bytes_of(text)).ok());
    return file->finish().value();
  }
  void overwrite(const std::string& name, const std::string& text) { std::ofstream(folder_.path() + "/" + name) << text; }

  tests::ScratchFolder folder_;
};

TEST_F(DurableFileTest, IsThereOnlyWhenFinished) {
  Result<DurableFile> file = DurableFile::create(folder_.path(), "state");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->append(bytes_of("abc")).ok());
  EXPECT_EQ(files(), (std::vector<std::string>{"state.inprogress"}));
  const SavedFile saved = file->finish().value();
  EXPECT_EQ(files(), (std::vector<std::string>{"state"}));
  EXPECT_EQ(saved.bytes, 3u);
  EXPECT_EQ(read_saved_file(folder_.path(), saved).value(), "abc");
}

TEST_F(DurableFileTest, LeavesNothingWhenItIsGivenUp) {
  {
    Result<DurableFile> file = DurableFile::create(folder_.path(), "state");
    ASSERT_TRUE(file->append(bytes_of("abc")).ok());
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(DurableFileTest, TheChecksumIsThatOfAllPieces) {
  Result<DurableFile> file = DurableFile::create(folder_.path(), "pieces");
  for (const char* piece : {"ab", "", "c"}) ASSERT_TRUE(file->append(bytes_of(piece)).ok());
  EXPECT_EQ(file->finish().value().checksum, save("whole", "abc").checksum);
}

TEST_F(DurableFileTest, SaysWhatIsWrongWithAFile) {
  SavedFile saved = save("state", "abcdef");
  const std::string path = folder_.path() + "/state";
  overwrite("state", "abcde");
  EXPECT_EQ(read_saved_file(folder_.path(), saved).status().message(),
            "File '" + path + "' has 5 bytes instead of 6: it is torn or altered");
  overwrite("state", "abcdeF");
  EXPECT_EQ(read_saved_file(folder_.path(), saved).status().message(), "File '" + path + "' does not have its checksum: it is altered");
  std::filesystem::remove(path);
  EXPECT_EQ(read_saved_file(folder_.path(), saved).status().message(), "Cannot read file '" + path + "': No such file or directory");
  saved.path = "/nowhere/state";
  EXPECT_EQ(read_saved_file(folder_.path(), saved).status().message(), "Cannot read file '/nowhere/state': No such file or directory");
}

TEST_F(DurableFileTest, SaysWhyAFileCannotBeMade) {
  EXPECT_EQ(DurableFile::create("/nowhere", "state").status().message(),
            "Cannot create file '/nowhere/state.inprogress': No such file or directory");
}

TEST_F(DurableFileTest, AFullDiskIsToldAndLeavesNothing) {
  // The device that is always full, under the name of a file that is being written.
  std::filesystem::create_symlink("/dev/full", folder_.path() + "/state.inprogress");
  {
    Result<DurableFile> full = DurableFile::create(folder_.path(), "state");
    ASSERT_TRUE(full.ok());
    EXPECT_EQ(full->append(bytes_of("abc")).message(), "Cannot write file '" + folder_.path() + "/state': No space left on device");
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(DurableFileTest, FoldersAreMadeWithThoseAbove) {
  const std::string path = folder_.path() + "/a/b/c";
  ASSERT_TRUE(make_durable_folder(path).ok());
  ASSERT_TRUE(make_durable_folder(path).ok());
  EXPECT_TRUE(std::filesystem::is_directory(path));
  overwrite("file", "");
  EXPECT_EQ(make_durable_folder(folder_.path() + "/file").message(), "Cannot make folder '" + folder_.path() + "/file': Not a directory");
  EXPECT_EQ(make_durable_folder(folder_.path() + "/file/below").message(),
            "Cannot make folder '" + folder_.path() + "/file/below': Not a directory");
}

/// A process that dies at any point leaves no file, or a whole one.
TEST_F(DurableFileTest, IsWholeOrAbsentWhereverTheProcessDies) {
  const std::string text = "abc";
  for (const std::string point : {"file-after-write", "file-after-fsync-before-rename", "file-after-rename-before-fsync-of-folder"}) {
    SCOPED_TRACE(point);
    const pid_t child = ::fork();
    if (child == 0) {
      (void)FaultPoint::arm(point);
      Result<DurableFile> file = DurableFile::create(folder_.path(), point);
      (void)file->append(bytes_of(text));
      (void)file->finish();
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    const std::string path = folder_.path() + "/" + point;
    if (point == "file-after-rename-before-fsync-of-folder") {
      EXPECT_EQ(std::filesystem::file_size(path), text.size());
    } else {
      EXPECT_FALSE(std::filesystem::exists(path));
    }
  }
}

TEST(FaultPointTest, IsArmedByNameAndNumberOfTimes) {
  for (const char* text : {"name:", "name:0", "name:x", "name:1x", "name:-1"}) {
    EXPECT_EQ(FaultPoint::arm(text).message(),
              "a fault point is armed by 'name' or 'name:times' with times from 1 on, not by '" + std::string(text) + "'");
  }
  int survived[2];
  ASSERT_EQ(::pipe(survived), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr FaultPoint kPoint{"point"};
    constexpr FaultPoint kOther{"other"};
    (void)FaultPoint::arm("point:3");
    for (int i = 0; i < 5; ++i) kOther.pass();
    kPoint.pass();
    kPoint.pass();
    // Who is here has survived two: the third is the one.
    if (::write(survived[1], "2", 1) != 1) ::_exit(2);
    kPoint.pass();
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  char times = 0;
  EXPECT_EQ(::read(survived[0], &times, 1), 1);
  EXPECT_EQ(times, '2');
  ::close(survived[0]);
  ::close(survived[1]);
}

}  // namespace
}  // namespace eddyline::checkpoint
