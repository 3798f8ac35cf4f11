// Style sheet of the verification report.

/** Colours differ in brightness too, and words repeat their meaning. */
export const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#fcfcfa, #16181b); --ink: light-dark(#1c1e21, #e8e6e1);
  --quiet: light-dark(#5d626b, #9aa0a9); --line: light-dark(#dedcd5, #33373d); --raised: light-dark(#fff, #1e2125);
  --same: light-dark(#1a7f4b, #57c78d); --subset: light-dark(#8a6100, #e0b04a);
  --different: light-dark(#c0272d, #ff7b72); --failed: light-dark(#7a3ea8, #c79bf2);
  --ins: light-dark(#ffd9d6, #5c1f1f); --del: light-dark(#dfeaff, #1f355c) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; letter-spacing: -.01em }
h3 { margin: 0 0 .25rem; font-size: .95rem }
p { margin: .4rem 0 }
a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: .15em; overflow-wrap: anywhere }
header p { color: var(--quiet) }
.bar { display: flex; gap: 2px; height: .6rem; margin: 1.2rem 0 .8rem; border-radius: .3rem; overflow: hidden }
.bar span { min-width: 4px }
.bar .same { background: var(--same) } .bar .subset { background: var(--subset) }
.bar .different { background: var(--different) } .bar .failed { background: var(--failed) }
.counts { margin: 0 0 1.5rem; padding: 0; list-style: none; display: grid; gap: .1rem; font-size: .95rem; color: var(--quiet) }
b.same { color: var(--same) } b.subset { color: var(--subset) } b.different { color: var(--different) } b.failed { color: var(--failed) }
b { font-weight: 600 }
table { width: 100%; border-collapse: collapse; font-size: .95rem }
th { position: sticky; top: 0; background: var(--ground); text-align: start; border-bottom: 1px solid var(--ink); z-index: 1 }
td, th { padding: .45rem .6rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere }
td:first-child:not([colspan]) { white-space: nowrap }
.number, th:nth-child(4) { text-align: end; font-variant-numeric: tabular-nums }
summary { margin-bottom: .6rem; color: var(--quiet); cursor: pointer }
.detail > td { background: var(--raised); padding: 1rem }
.detail section { margin-bottom: .9rem } .detail ul { margin: 0; padding-inline-start: 1.1rem }
ins, del { text-decoration: none; border-radius: .2rem; padding: .05rem .25rem; box-decoration-break: clone }
ins { background: var(--ins) } del { background: var(--del) }
ins::before { content: "+ "; opacity: .6 } del::before { content: "\\2212\\a0"; opacity: .6 }
.text { max-width: 70ch }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
figure { margin: 0 } figcaption { font-size: .85rem; color: var(--quiet); margin-bottom: .3rem }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: .3rem }
@media (max-width: 45rem) { body { padding-inline: 1rem } td, th { padding-inline: .3rem } .pair { grid-template-columns: 1fr } th:nth-child(3), td:nth-child(3):not([colspan]) { display: none } }
`
