"""The report's style sheet: light, dark and print, with nothing fetched from anywhere."""

# Blue, amber, vermilion and grey stay apart for the common kinds of colour blindness; every use has a word beside it.
STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --card: #f6f8fa; --line: #d0d7de;
  --match: #2a78b8; --retry: #e0a01b; --mismatch: #c8472b; --missing: #8c959f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9da7b1; --paper: #0d1117; --card: #161b22;
  --line: #30363d; --match: #58a6e0; --retry: #e3b341; --mismatch: #f0705a; --missing: #7d8590; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0; }
.soft { color: var(--soft); overflow-wrap: anywhere; }
.totals { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; padding: 0; }
.totals div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem;
  min-width: 8rem; }
a { color: var(--match); }
.totals dt { color: var(--soft); font-size: .85rem; }
.totals dd { margin: 0; font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums; }
section { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem 1.25rem; margin: 1.25rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .35rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; overflow-wrap: break-word; min-width: 6rem; }
tbody th.group { background: var(--card); font-weight: 600; color: var(--soft); }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows td:nth-child(3) { white-space: nowrap; width: 7rem; }
.rows td:nth-child(4) { min-width: 9rem; }
.rows .n { width: 4.5rem; }
.value { overflow-wrap: anywhere; white-space: pre-wrap; min-width: 9rem; }
.percent { color: var(--soft); font-size: .85em; display: block; }
.chip { display: inline-block; width: .75em; height: .75em; border-radius: 3px; margin-right: .4em; }
.chip.match { background: var(--match); } .chip.retry { background: var(--retry); }
.chip.mismatch { background: var(--mismatch); } .chip.missing { background: var(--missing); }
svg rect.match { fill: var(--match); } svg rect.retry { fill: var(--retry); }
svg rect.mismatch { fill: var(--mismatch); } svg rect.missing { fill: var(--missing); }
svg.histogram { width: 100%; height: auto; display: block; margin-top: .75rem; }
svg.histogram text { font-size: 11px; fill: var(--soft); font-family: inherit; }
svg.histogram .tick, svg.histogram .count { text-anchor: middle; }
svg.histogram .count { fill: var(--ink); }
svg.histogram .axis { stroke: var(--line); stroke-width: 1.5; }
svg.flow path { opacity: .55; } svg.flow path.match { fill: var(--match); }
svg.flow path.mismatch { fill: var(--mismatch); } svg.flow path.missing { fill: var(--missing); opacity: .3; }
svg.share .axis { stroke: var(--soft); stroke-width: 1; }
svg.share { width: 9rem; height: .7rem; display: block; margin-top: .35rem; border-radius: 3px; }
footer { color: var(--soft); font-size: .85rem; margin-top: 2rem; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --card: #f3f3f3; --line: #bbb;
    --match: #2a78b8; --retry: #e0a01b; --mismatch: #c8472b; --missing: #8c959f; }
  body { max-width: none; padding: 0; font-size: 10px; } th, td { padding: .15rem .4rem; }
  section { padding: .5rem .75rem; } .value { min-width: 6rem; }
  section { break-inside: auto; } svg.histogram, tr, .totals { break-inside: avoid; } h2, h3 { break-after: avoid; }
  svg rect, svg path, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
