// Names that are not ASCII on the fast lane: letters that are also written otherwise (ü, ue), and stored ones in Cyrillic.
#pragma once

#include "name_lane_words.hpp"

namespace ablmatch {

// What the scan of such a name holds beside its folded text, which has kMaxLaneSize bytes at most: the kind of the name
// in its last byte, and the codes of alternative spellings from kScanCapacity on, zeros elsewhere.
enum class NameScript : std::uint8_t {
  plain,  // ASCII, each letter with one spelling
  alternatives,  // ASCII, some letters with another spelling
  cyrillic,  // what scan_cyrillic makes
};

// Scans Latin names that fold to ASCII (José, Müller), and Cyrillic ones.
bool scan_marked_name(std::string_view raw, Scan& out);

inline NameScript script_of_scan(const Scan& scan) { return static_cast<NameScript>(scan.text[sizeof scan.text - 1]); }

// The codes of the alternative spellings of the text, one for each byte; of a name of NameScript::alternatives.
inline const std::uint8_t* alternatives_of_scan(const Scan& scan) {
  return reinterpret_cast<const std::uint8_t*>(scan.text + kScanCapacity);
}

// The letters that words of a scanned name begin with, in each of their spellings, by their lower five bits. Words that agree
// by another spelling have one in common, also when neighbours are run together.
std::uint32_t beginnings(const Scan& scan, const LaneWord* words, int count);

}  // namespace ablmatch
