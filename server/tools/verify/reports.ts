// Writes the verdicts of verify and adopt --check: as one HTML file without external resources, and
// as JUnit XML.

import { Html, html } from '../../../src/html.ts'
import { printableLines } from '../../diagnostics/printable.ts'
import { escapeXml } from '../../html/escape.ts'
import { describeDifference, type PageDifference, type PageVerdict } from './compare-pages.ts'
import type { Checked } from './verify-states.ts'

export interface ReportFacts {
  readonly command: string
  readonly heading: string
  readonly site: string
  readonly seed?: number | undefined
  readonly total: number
}

export interface ReportRow extends Omit<Checked, 'pictures'> {
  readonly pictures?: { readonly page: Buffer; readonly snapshot?: Buffer }
  /** Lines above the differences. */
  readonly notes?: readonly string[]
}

const VERDICTS: Readonly<Record<PageVerdict, string>> = {
  different: 'the snapshot has content that the page lacks',
  failed: 'the page or its snapshot is missing, so nothing was compared',
  subset: 'the snapshot lacks content of the page, which is allowed',
  same: 'the snapshot and the page have the same content',
}

const ORDER: readonly PageVerdict[] = ['different', 'failed', 'subset', 'same']

export function htmlReport(results: readonly ReportRow[], facts: ReportFacts): string {
  const counts = ORDER.map((verdict) => ({
    verdict,
    count: results.filter((result) => result.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
  const sorted = [...results].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  const { command, heading, site, seed, total } = facts
  const when = new Date()
  const body = html`<header>
<h1>${heading}</h1>
<p><a href="${site}">${site}</a>: ${results.length.toLocaleString('en')} of ${total.toLocaleString('en')} states${seed === undefined ? '' : `, drawn with seed ${seed}`}, on <time datetime="${when.toISOString()}">${when.toUTCString()}</time></p>
<div class="bar" role="img" aria-label="${counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')}">${counts.map(({ verdict, count }) => new Html(`<span class="${verdict}" style="flex:${count}"></span>`))}</div>
<ul class="counts">${counts.map(({ verdict, count }) => html`<li><b class="${verdict}">${count} ${verdict}</b> ${VERDICTS[verdict]}</li>`)}</ul>
<p class="legend"><del>missing</del> only the page that people get says it; <ins>added</ins> only the snapshot that crawlers get says it</p>
</header>
<main><table>
<thead><tr>${['Verdict', 'State', 'Title', 'Words', 'Differences'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${sorted.map(row)}
</table></main>`
  return printableLines(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${html`${command}: ${site}`}</title><style>${STYLE}</style></head>
<body>
${body}
</body>
</html>
`)
}

function row(result: ReportRow): Html {
  const { url, verdict, differences, reason, title, words, notes = [] } = result
  const fragment = url.includes('#') ? url.slice(url.indexOf('#')) : new URL(url).pathname
  const kinds = [...new Set(differences.map(({ kind }) => kind))].join(', ')
  const isOpen = verdict === 'different' || verdict === 'failed'
  const detail =
    differences.length > 0 || notes.length > 0 || result.pictures
      ? html`<tr class="detail"><td colspan="5">${new Html(isOpen ? '<details open>' : '<details>')}<summary>details</summary>${notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : ''}${differences.map(differenceHtml)}${pictures(result)}</details></td></tr>`
      : ''
  return html`<tbody class="${verdict}">
<tr><td><b class="${verdict}">${verdict}</b></td>
<td><a href="${url}">${fragment}</a></td><td>${title ?? ''}</td><td class="number">${words.toLocaleString('en')}</td><td>${reason ?? kinds}</td></tr>
${detail}</tbody>`
}

function differenceHtml({ kind, verdict, added, missing, runs }: PageDifference): Html {
  return html`<section><h3>${kind} <b class="${verdict}">${verdict}</b></h3>${
    runs
      ? html`<p class="text">${runs.map(({ kind: is, text }) =>
          is === 'added'
            ? html`<ins title="only the snapshot">${text}</ins> `
            : is === 'missing'
              ? html`<del title="only the page">${text}</del> `
              : html`${text} `,
        )}</p>`
      : html`<ul>${added.map((item) => html`<li><ins title="only the snapshot">${item}</ins></li>`)}${missing.map((item) => html`<li><del title="only the page">${item}</del></li>`)}</ul>`
  }</section>`
}

function pictures({ pictures: taken, title }: ReportRow): Html | undefined {
  if (taken === undefined) return undefined
  const picture = (of: Buffer, what: string) =>
    html`<figure><figcaption>${what}</figcaption>${new Html(`<img loading="lazy" width="1000" height="750" src="data:image/jpeg;base64,${of.toString('base64')}" alt="${html`${what}: ${title ?? ''}`}">`)}</figure>`
  return html`<div class="pair">${picture(taken.page, 'What people get')}${taken.snapshot ? picture(taken.snapshot, 'What crawlers get') : ''}</div>`
}

/** Colours differ in brightness too, and words repeat their meaning. */
const STYLE = `
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
th { position: sticky; top: 0; background: var(--ground); text-align: start; border-bottom: 1px solid var(--ink); z-index: 1; overflow-wrap: normal }
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

const escaped = (text: string): string => escapeXml(printableLines(text))

export function junitReport(results: readonly Checked[], site: string): string {
  const count = (...verdicts: string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length
  const cases = results.map(({ url, verdict, differences, reason }) => {
    const start = `  <testcase classname="${escaped(site)}" name="${escaped(url)}"`
    if (verdict === 'failed')
      return `${start}>\n    <error message="${escaped(reason ?? '')}"/>\n  </testcase>`
    if (verdict !== 'different') return `${start}/>`
    const messages = differences
      .filter((one) => one.verdict === 'different')
      .map(describeDifference)
    return `${start}>\n    <failure message="${escaped(messages[0] ?? '')}">${escaped(messages.join('\n'))}</failure>\n  </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="hashbang verify" tests="${results.length}" failures="${count('different')}" errors="${count('failed')}">
${cases.join('\n')}
</testsuite>
`
}
