// Writes the drawer's panels as escaped HTML, without a document.

import { type Html, html } from '../html.ts'
import type { Page } from '../resolution.ts'
import type { Timing } from './recording.ts'
import type { Snapshot } from './snapshot.ts'
import { lasted, sized, written } from './value.ts'
import type { Weight } from './weight.ts'
import type { Difference } from './words.ts'

/** The state of the shown page's snapshot. */
export type Reading =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly why: string }
  | {
      readonly type: 'read'
      readonly snapshot: Snapshot
      /** Null: too many to list. */
      readonly differences: readonly Difference[] | null
    }

/** Addresses of a page. */
export interface Addressed {
  readonly state: string
  readonly pretty: string | null
  readonly ugly: string | null
}

type Row = readonly [term: string, value: Html | string | undefined | null]

const rows = (all: readonly Row[]): Html[] =>
  all
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)

const link = (url: string | null): Html =>
  url === null ? html`none` : html`<a href="${url}" target="_blank" rel="noopener">${url}</a>`

/** State, addresses, and the snapshot in one line. */
export const facts = ({ state, pretty, ugly }: Addressed, reading: Reading, app: Weight): Html =>
  html`${rows([
    ['State', state === '' ? html`<span class="faded">empty</span>` : html`<code>${state}</code>`],
    ['Pretty URL', link(pretty)],
    ['Ugly URL', link(ugly)],
    ['Snapshot', summary(reading)],
    ['Size', reading.type === 'read' ? size(reading.snapshot, app) : undefined],
    ['Text', reading.type === 'read' ? verdict(reading.differences) : undefined],
  ])}`

const summary = (reading: Reading): Html => {
  if (reading.type === 'loading') return html`<span class="faded">is being fetched …</span>`
  if (reading.type === 'failed') return html`<span class="bad">${reading.why}</span>`
  const { status, ms, origin, serverMs, redirected } = reading.snapshot
  const from =
    origin === undefined ? '' : origin === 'cached' ? ', from the cache' : ', made for this request'
  const server = serverMs === undefined ? '' : ` (${lasted(serverMs)} of it the server’s)`
  return html`<span class="${status < 400 ? 'good' : 'bad'}">${status}</span>${from}, in ${lasted(ms)}${server}${redirected !== null && html`, redirected to ${link(redirected)}`}`
}

const size = ({ bytes, sent }: Snapshot, app: Weight): string => {
  const own =
    sent === undefined || sent === bytes
      ? sized(bytes)
      : `${sized(sent)} as sent, ${sized(bytes)} of HTML`
  return `${own}; the app has loaded ${sized(app.bytes)} in ${app.requests} requests`
}

/** Whether page and snapshot have the same words. */
export const verdict = (differences: readonly Difference[] | null): Html => {
  if (differences === null) return html`<span class="bad">too different to compare</span>`
  const { length } = differences
  return length === 0
    ? html`<span class="good">the same words as the page</span>`
    : html`<span class="bad">differs from the page in ${length} ${length === 1 ? 'place' : 'places'}</span>`
}

/** Lists every difference. */
export function differencesPanel(reading: Reading): Html {
  if (reading.type !== 'read') return html`<p>${summary(reading)}</p>`
  const { differences } = reading
  if (differences === null || differences.length === 0) return html`<p>${verdict(differences)}</p>`
  return html`<p class="faded"><del>Only on the page</del> <ins>only in the snapshot</ins></p>
<ul class="differences">${differences.map(
    ({ before, app, snapshot, after }) =>
      html`<li>${before} ${app !== '' && html`<del>${app}</del> `}${snapshot !== '' && html`<ins>${snapshot}</ins> `}${after}</li>`,
  )}</ul>`
}

/** The headers of the snapshot. */
export const headersPanel = (reading: Reading): Html =>
  reading.type === 'read'
    ? html`<dl>${rows(reading.snapshot.headers.map(([name, value]) => [name, html`<code>${value}</code>`]))}</dl>`
    : html`<p>${summary(reading)}</p>`

/** Route, params, data and times of the page. */
export function pagePanel(page: Page, timing: Timing | null): Html {
  const level = page.levels.at(-1)
  const step = (ms: number | undefined) => (ms === undefined ? undefined : lasted(ms))
  return html`<h3>Route</h3>
<dl>${rows([
    ['Name', page.levels.map(({ name }) => name).join(' › ')],
    ['Outcome', `${page.type}, ${page.status}`],
    ['Title', page.head.title],
    ['Description', page.head.description],
    ['Kept for', page.maxAge === undefined ? undefined : lasted(page.maxAge)],
    ['Error', page.error === undefined ? undefined : String(page.error)],
  ])}</dl>
<h3>Times</h3>
${
  timing === null
    ? html`<p class="faded">Of the next page.</p>`
    : html`<dl>${rows([
        ['Guards', step(timing.guards)],
        ['Loaders and view', step(timing.load)],
        ['Shown', step(timing.mount)],
        ['Settled', step(timing.settle)],
        ['In all', step(timing.total)],
      ])}</dl>`
}
${block('Params', level?.params)}
${block('Search', level?.search)}
${page.levels.map(({ name, data }) => block(page.levels.length > 1 ? `Data of ${name}` : 'Data', data))}`
}

const block = (title: string, value: unknown): Html =>
  value === undefined || (typeof value === 'object' && value !== null && isEmpty(value))
    ? html``
    : html`<h3>${title}</h3>
<pre tabindex="0" role="region" aria-label="${title}">${written(value)}</pre>`

const isEmpty = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
