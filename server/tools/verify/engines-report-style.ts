/** Styles of an engine report's cards, added to those of the verification report. */
export const CARDS = `
.share { margin: 1rem 0 0; color: var(--ink) } .share strong { font-size: 2.6rem; line-height: 1; letter-spacing: -.03em; margin-inline-end: .3rem; font-variant-numeric: tabular-nums }
main { display: grid; gap: 1.25rem }
article { min-width: 0; padding: 1.1rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: .6rem; border-inline-start: .3rem solid var(--line) }
article.same { border-inline-start-color: var(--same) } article.subset { border-inline-start-color: var(--subset) } article.different { border-inline-start-color: var(--different) }
h2 { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; justify-content: space-between; margin: 0; font-size: 1.1rem }
h2 code { overflow-wrap: anywhere } article > p { color: var(--quiet) }
code { font: .92em ui-monospace, monospace }
.asked code { display: inline-block; margin: .15rem .15rem .15rem 0; padding: .05rem .45rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--ink); overflow-wrap: anywhere }
.state { padding: .9rem 0 .2rem; border-top: 1px solid var(--line) } .state section { margin-bottom: .7rem }
.said { margin: .3rem 0 .7rem; padding-inline-start: 1.1rem; color: var(--quiet); overflow-wrap: anywhere } .state ul { overflow-wrap: anywhere }
.pair { margin-top: .6rem } .pair img { aspect-ratio: 4 / 3; object-fit: cover; object-position: top }
article.same .pair { max-width: 34rem }
summary { cursor: pointer; color: var(--quiet); font-size: .9rem } summary:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
details ul { margin: .4rem 0; padding-inline-start: 1.1rem; font-size: .92rem; color: var(--quiet) }
@media (max-width: 45rem) { body { padding-inline: 1rem } article { padding-inline: .9rem } }
`
