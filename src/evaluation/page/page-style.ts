/** The style sheet of all pages: light and dark as the reader's system has it, one column, nothing wider than the window. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --panel: #f5f6f8; --text: #1b1f24; --muted: #57606a; --rule: #d5d9de;
  --mark: #1f6fb2; --mark-soft: #1f6fb22e; --other: #b35900; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --panel: #1d2226; --text: #e8eaed; --muted: #a3adb8; --rule: #3a4148;
    --mark: #6cb2f0; --mark-soft: #6cb2f038; --other: #f0a35e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { margin: .3rem 0 .8rem; max-width: 46rem; }
.muted, figcaption, small { color: var(--muted); }
figure { margin: 0 0 1.2rem; }
figcaption { font-size: .875rem; margin-bottom: .4rem; }
dl.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .6rem; margin: 1rem 0; }
dl.tiles div { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; }
dl.tiles dt { color: var(--muted); font-size: .8125rem; }
dl.tiles dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.2rem 2.5rem; align-items: start; }
.columns > * { min-width: 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
caption { text-align: left; color: var(--muted); padding-bottom: .3rem; }
caption::first-letter, figcaption::first-letter { text-transform: uppercase; }
th, td { text-align: left; font-weight: normal; vertical-align: middle; padding: .15rem .6rem .15rem 0; }
thead th { color: var(--muted); border-bottom: 1px solid var(--rule); }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 0; }
table.plot th { width: 34%; }
table.plot td.number { width: 1%; }
table.plot small { display: block; line-height: 1.25; }
table.plot svg { display: block; width: 100%; height: 1.25rem; overflow: visible; }
table.plot .axis td, table.plot .axis th { padding-top: 0; }
table.plot .axis svg { height: 1rem; }
svg text { fill: var(--muted); font: .75rem system-ui, sans-serif; }
svg .bar { fill: var(--mark); }
svg .track { fill: var(--panel); }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .whisker { stroke: var(--mark); stroke-width: 2; }
svg .dot { fill: var(--mark); }
svg .muted .whisker, svg.muted .whisker { stroke: var(--muted); }
svg.muted .dot { fill: var(--muted); }
svg .even { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 4 4; }
.histogram svg { display: block; width: 100%; height: 8.5rem; overflow: visible; }
.scatter { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .2rem .5rem; max-width: 34rem; padding: .5rem .8rem 0 0; }
.scatter svg { display: block; width: 100%; height: 18rem; overflow: visible; }
.scatter .up, .scatter .along { display: flex; justify-content: space-between; color: var(--muted); font-size: .75rem; }
.scatter .up { flex-direction: column; text-align: right; }
.scatter .along { grid-column: 2; }
.scatter circle { fill: var(--mark); fill-opacity: .75; }
.scatter .whisker { stroke-width: 1; stroke-opacity: .6; }
h4 { font-size: .875rem; margin: .8rem 0 .2rem; }
pre { background: var(--panel); border-radius: .4rem; margin: 0; padding: .6rem .8rem; font: .8125rem/1.45 monospace; white-space: pre-wrap; max-height: 32rem; overflow: auto; }
a { color: var(--mark); }
:target { outline: 2px solid var(--mark-soft); outline-offset: .3rem; }
details { margin: .4rem 0 1rem; }
summary { cursor: pointer; color: var(--muted); font-size: .875rem; }
@media (max-width: 34rem) {
  table.plot tr { display: grid; align-items: center; }
  table.bars tr { grid-template-columns: minmax(0, 1fr) 5.5rem; }
  table.intervals tr { grid-template-columns: minmax(0, 1fr) 8.8rem; }
  table.plot th { width: auto; grid-column: 1 / -1; padding-bottom: 0; }
  table.plot td.number { width: auto; }
  table.plot .axis th { display: none; }
}
`;
