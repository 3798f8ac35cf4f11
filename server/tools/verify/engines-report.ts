// Writes the result of an engine check as one HTML file without external resources.

import { Html, html } from '../../../src/html.ts'
import type { Engine } from '../../adopted/engines/engines-file.ts'
import { printableLines } from '../../diagnostics/printable.ts'
import { type CheckedGroup, type CheckedState, wordsOf } from './check-engines.ts'
import { CARDS } from './engines-report-style.ts'
import { differenceHtml, pictures } from './report.ts'
import { STYLE } from './report-assets.ts'

export interface EnginesReportFacts {
  readonly site: string
  readonly known: number
  readonly when: Date
}

const NAMES: Readonly<
  Record<Engine, { readonly name: string; readonly what: string; readonly look: string }>
> = {
  app: {
    name: 'The app alone',
    what: 'neither engine renders them alike twice',
    look: 'different',
  },
  chromium: {
    name: 'Chromium',
    what: 'our engine renders them wrong, Chromium renders them right',
    look: 'subset',
  },
  'happy-dom': {
    name: 'Our engine',
    what: 'our engine renders each compared state as Chromium does',
    look: 'same',
  },
}

const ORDER: readonly Engine[] = ['app', 'chromium', 'happy-dom']

/** How many states of a group are shown in full. */
const MOST_SHOWN = 5

/** The message of a warning; before it, a stack may quote the source. */
const firstOf = (warning: string): string => {
  const lines = warning.split('\n')
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? ''
}

export function enginesReport(groups: readonly CheckedGroup[], facts: EnginesReportFacts): string {
  const all = groups.flatMap(({ checked }) => checked)
  const same = all.filter(({ verdict }) => verdict === 'same').length
  const covered = groups.every(({ engine }) => engine !== 'app')
  const counts = ORDER.map((engine) => ({
    engine,
    count: groups.filter((one) => one.engine === engine).reduce((sum, one) => sum + one.states, 0),
  })).filter(({ count }) => count > 0)
  const sorted = [...groups].sort(
    (one, other) =>
      ORDER.indexOf(one.engine) - ORDER.indexOf(other.engine) || (one.name < other.name ? -1 : 1),
  )
  const title = covered
    ? 'Every state has an engine that renders it right'
    : 'Some states have no engine that renders them right'
  const share = all.length === 0 ? 0 : (100 * same) / all.length
  const body = html`<header>
<h1>${title}</h1>
<p>${facts.site}: ${all.length.toLocaleString('en')} of ${facts.known.toLocaleString('en')} states compared with Chromium, on <time datetime="${facts.when.toISOString()}">${facts.when.toUTCString()}</time></p>
<p class="share"><strong>${share.toFixed(share === 100 || share === 0 ? 0 : 1)} %</strong> are shown by our engine as Chromium shows them</p>
<div class="bar" role="img" aria-label="${counts.map(({ engine, count }) => `${NAMES[engine].name}: ${count}`).join(', ')}">${counts.map(({ engine, count }) => new Html(`<span class="${NAMES[engine].look}" style="flex:${count}"></span>`))}</div>
<ul class="counts">${counts.map(({ engine, count }) => html`<li><b class="${NAMES[engine].look}">${count} ${NAMES[engine].name}</b> ${NAMES[engine].what}</li>`)}</ul>
<p class="legend"><del>missing</del> only Chromium shows it; <ins>added</ins> only our engine does</p>
</header>
<main>${sorted.map(card)}</main>`
  return printableLines(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>hashbang adopt --check: ${html`${facts.site}`}</title><style>${STYLE}${CARDS}</style></head>
<body>
${body}
</body>
</html>
`)
}

function card({ name, engine, states, checked }: CheckedGroup): Html {
  const { look, name: called } = NAMES[engine]
  const differing = checked.filter(({ verdict }) => verdict !== 'same')
  const shown = differing.length > 0 ? differing : checked.filter((one) => one.pictures).slice(0, 1)
  const missing = [...new Set(differing.flatMap((one) => one.asked))]
  return html`<article class="${look}">
<h2><code>${name}</code> <b class="${look}">${called}</b></h2>
<p>${states} ${states === 1 ? 'state' : 'states'} compared${differing.length > 0 ? `, ${differing.length} that our engine renders wrong` : ''}</p>
${missing.length > 0 ? html`<p class="asked">The pages ask for ${missing.map((one) => html`<code>${one}</code> `)}</p>` : ''}
${shown.slice(0, MOST_SHOWN).map(one)}
${shown.length > MOST_SHOWN ? html`<p>${shown.length - MOST_SHOWN} more of this kind</p>` : ''}
<details><summary>All states</summary><ul>${checked.map((state) => html`<li><a href="${state.url}">${state.state === '' ? 'the first page' : state.state}</a>${state.verdict === 'same' ? '' : html` ${wordsOf(state)}`}</li>`)}</ul></details>
</article>`
}

function one(checked: CheckedState): Html {
  const { url, title, verdict, reason, differences, errors, warnings, fallback } = checked
  const lines = [
    ...new Set([
      ...errors.map((error) => `Chromium: ${error.split('\n')[0]}`),
      ...warnings.map(firstOf),
    ]),
  ]
  return html`<section class="state">
<h3><a href="${url}">${title ?? url}</a>${verdict === 'same' ? '' : html` <b class="${verdict}">${verdict}</b>`}</h3>
${reason === undefined ? '' : html`<p>${reason}</p>`}
${fallback === undefined ? '' : html`<p>The snapshot that Chromium makes: <b class="${fallback}">${fallback}</b></p>`}
${lines.length > 0 ? html`<ul class="said">${lines.slice(0, 6).map((line) => html`<li><code>${line}</code></li>`)}</ul>` : ''}
${differences.map(differenceHtml)}
${pictures(checked) ?? ''}
</section>`
}
