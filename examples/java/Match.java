// Calls libablmatch from Java by the Foreign Function & Memory API (Java 22 and later; no JNI, no dependency).
//
//     cmake -S . -B build && cmake --build build --target ablmatch
//     java --enable-native-access=ALL-UNNAMED examples/java/Match.java build/libablmatch.so
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The functions of the library that this example uses. Safe for several threads, as the library is. */
final class Matcher implements AutoCloseable {
  /** ablmatch_text: a pointer and a size, passed by value. */
  private static final StructLayout TEXT = MemoryLayout.structLayout(ADDRESS.withName("data"), JAVA_LONG.withName("size"));
  /** ablmatch_column: data, offsets, lengths. */
  private static final StructLayout COLUMN = MemoryLayout.structLayout(ADDRESS, ADDRESS, ADDRESS);
  private static final String[] RESULTS = {"match", "retry", "mismatch", "missing"};
  private static final int ABI_VERSION = 1;

  private final Arena arena = Arena.ofShared();
  private final MethodHandle score, findKind, statusText, scoreColumns;

  Matcher(Path library) throws Throwable {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
    Linker linker = Linker.nativeLinker();
    MethodHandle version =
        linker.downcallHandle(symbols.findOrThrow("ablmatch_abi_version"), FunctionDescriptor.of(JAVA_INT));
    if ((int) version.invokeExact() != ABI_VERSION) throw new IllegalStateException("the library has another ABI");
    score = linker.downcallHandle(symbols.findOrThrow("ablmatch_score"),
        FunctionDescriptor.of(JAVA_INT, TEXT, TEXT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    findKind = linker.downcallHandle(symbols.findOrThrow("ablmatch_find_kind"),
        FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    statusText = linker.downcallHandle(symbols.findOrThrow("ablmatch_status_text"),
        FunctionDescriptor.of(ADDRESS, JAVA_INT));
    scoreColumns = linker.downcallHandle(symbols.findOrThrow("ablmatch_score_columns"),
        FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS,
            ADDRESS, ADDRESS, ADDRESS));
  }

  /** A score, 0 to 100 or -1 when there is nothing to judge, and its band. */
  record Scored(int score, String result) {}

  /** Judges one pair; null is an absent value. */
  Scored score(String said, String stored, String kind) throws Throwable {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment value = call.allocate(JAVA_SHORT), band = call.allocate(JAVA_INT);
      check((int) score.invokeExact(text(call, said), text(call, stored), kindOf(call, kind), MemorySegment.NULL, value, band));
      return new Scored(value.get(JAVA_SHORT, 0), RESULTS[band.get(JAVA_INT, 0)]);
    }
  }

  /** Scores of many pairs, on two threads. */
  short[] scoreAll(List<String> said, List<String> stored, String kind) throws Throwable {
    if (said.size() != stored.size()) throw new IllegalArgumentException("as many said values as stored ones");
    try (Arena call = Arena.ofConfined()) {
      MemorySegment scores = call.allocate(JAVA_SHORT, Math.max(1, said.size()));
      check((int) scoreColumns.invokeExact(column(call, said), column(call, stored), (long) said.size(), kindOf(call, kind),
          MemorySegment.NULL, 2, scores, MemorySegment.NULL, MemorySegment.NULL, MemorySegment.NULL, MemorySegment.NULL));
      return scores.asSlice(0, 2L * said.size()).toArray(JAVA_SHORT);
    }
  }

  @Override
  public void close() {
    arena.close();
  }

  private int kindOf(Arena call, String name) throws Throwable {
    MemorySegment kind = call.allocate(JAVA_INT);
    check((int) findKind.invokeExact(call.allocateFrom(name), kind));
    return kind.get(JAVA_INT, 0);
  }

  private void check(int status) throws Throwable {
    if (status == 0) return;
    MemorySegment told = (MemorySegment) statusText.invokeExact(status);
    throw new IllegalArgumentException(told.reinterpret(Long.MAX_VALUE).getString(0));
  }

  private static MemorySegment text(Arena call, String value) {
    MemorySegment made = call.allocate(TEXT);
    if (value == null) return made;
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    // An empty text has some other pointer than null.
    MemorySegment room = call.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, room, JAVA_BYTE, 0, bytes.length);
    made.set(ADDRESS, 0, room);
    made.set(JAVA_LONG, ADDRESS.byteSize(), bytes.length);
    return made;
  }

  private static MemorySegment column(Arena call, List<String> values) {
    List<byte[]> texts = values.stream().map((one) -> one == null ? null : one.getBytes(StandardCharsets.UTF_8)).toList();
    long size = texts.stream().mapToLong((one) -> one == null ? 0 : one.length).sum();
    MemorySegment data = call.allocate(size + 1), offsets = call.allocate(JAVA_LONG, values.size() + 1L),
        lengths = call.allocate(JAVA_INT, values.size() + 1L);
    long at = 0;
    for (int k = 0; k < texts.size(); ++k) {
      byte[] one = texts.get(k);
      offsets.setAtIndex(JAVA_LONG, k, at);
      lengths.setAtIndex(JAVA_INT, k, one == null ? -1 : one.length);
      if (one == null) continue;
      MemorySegment.copy(one, 0, data, JAVA_BYTE, at, one.length);
      at += one.length;
    }
    MemorySegment made = call.allocate(COLUMN);
    made.setAtIndex(ADDRESS, 0, data);
    made.setAtIndex(ADDRESS, 1, offsets);
    made.setAtIndex(ADDRESS, 2, lengths);
    return made;
  }
}

public final class Match {
  public static void main(String[] arguments) throws Throwable {
    if (arguments.length != 1) {
      System.err.println("usage: java --enable-native-access=ALL-UNNAMED Match.java LIBRARY");
      System.exit(2);
    }
    try (Matcher matcher = new Matcher(Path.of(arguments[0]).toAbsolutePath())) {
      String[][] pairs = {
        {"email", "tess dot holloway at quillmark dot example", "tess.holloway@quillmark.example"},
        {"digits", "four double seven one", "4771"},
        {"person_name", "Bob Hargreaves", "Robert Hargreaves"},
        {"person_name", "Zoë Müller", "Zoe Mueller"},
        {"phone", null, "555-0142"},
      };
      for (String[] pair : pairs) {
        Matcher.Scored found = matcher.score(pair[1], pair[2], pair[0]);
        System.out.println(pair[0] + " " + found.score() + " " + found.result());
      }
      short[] scores = matcher.scoreAll(java.util.Arrays.asList("4 7 7 1", "four seven", null), List.of("4771", "4771", "4771"), "digits");
      System.out.println("columns " + scores[0] + " " + scores[1] + " " + scores[2]);
      try {
        matcher.score("a", "b", "nickname");
      } catch (IllegalArgumentException told) {
        System.out.println("refused: " + told.getMessage());
      }
    }
  }
}
