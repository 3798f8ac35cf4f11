// Writes the verdicts of verify and adopt --check: as one HTML file without external resources, and
// as JUnit XML.

import { readFileSync } from 'node:fs'
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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${html`${command}: ${site}`}</title><style>${readStyle()}</style></head>
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

const readStyle = (): string => readFileSync(new URL('report.css', import.meta.url), 'utf8')

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
