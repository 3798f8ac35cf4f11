// Writes the drawer's text about a page and its snapshot as escaped HTML.

import { type Html, html } from '../html.ts'
import type { Page } from '../page.ts'
import type { WordDifference } from './word-differences.ts'

export interface DrawerSnapshot {
  readonly status: number
  /** The target of a redirect, or null. */
  readonly redirected: string | null
  readonly html: string
}

export type Reading =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly why: string }
  | {
      readonly type: 'read'
      readonly snapshot: DrawerSnapshot
      /** Null: too many to list. */
      readonly differences: readonly WordDifference[] | null
    }

export interface Addressed {
  readonly page: Page
  readonly pretty: string | null
  readonly ugly: string | null
  /** Undefined: the table declares none. */
  readonly readable: string | undefined
}

const link = (url: string | null): Html =>
  url === null ? html`none` : html`<a href="${url}" target="_blank" rel="noopener">${url}</a>`

export function facts({ page, pretty, ugly, readable }: Addressed, reading: Reading): Html {
  const { state, levels, type, status } = page
  const rows: [term: string, value: Html | string][] = [
    ['State', state === '' ? html`<span class="faded">empty</span>` : html`<code>${state}</code>`],
    ['Pretty URL', link(pretty)],
    ['Ugly URL', link(ugly)],
    ...(readable ? [['Readable address', link(readable)] as [string, Html]] : []),
    ['Outcome', [...levels.map(({ name }) => name), type, String(status)].join(', ')],
    ['Snapshot', summary(reading)],
    ...(reading.type === 'read' ? [['Text', verdict(reading.differences)] as [string, Html]] : []),
  ]
  return html`${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}`
}

function summary(reading: Reading): Html {
  if (reading.type === 'loading') return html`<span class="faded">is being fetched …</span>`
  if (reading.type === 'failed') return html`<span class="bad">${reading.why}</span>`
  const { status, redirected } = reading.snapshot
  return html`<span class="${status < 400 ? 'good' : 'bad'}">${status}</span>${redirected !== null && html`, redirected to ${link(redirected)}`}`
}

export function verdict(differences: readonly WordDifference[] | null): Html {
  if (differences === null) return html`<span class="bad">too different to compare</span>`
  const { length } = differences
  return length === 0
    ? html`<span class="good">the same words as the page</span>`
    : html`<span class="bad">differs from the page in ${length} ${length === 1 ? 'place' : 'places'}</span>`
}

export const differencesList = (differences: readonly WordDifference[]): Html =>
  html`<p class="faded"><del>Only on the page</del> <ins>only in the snapshot</ins></p>
<ul>${differences.map(
    ({ before, app, snapshot, after }) =>
      html`<li>${before} ${app !== '' && html`<del>${app}</del> `}${snapshot !== '' && html`<ins>${snapshot}</ins> `}${after}</li>`,
  )}</ul>`
