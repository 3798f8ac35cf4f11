// Writes the addresses and the snapshot of a page as text, for the panels of the playground.

import { type AnyTable, type Page, readableScheme, toUglyUrl } from 'hashbang-router'

const ORIGIN = 'https://example.com'
const FALLBACK = readableScheme('/s/')

type Row = readonly [name: string, value: string]

export function addressRows({ options }: AnyTable, { state, status }: Page): readonly Row[] {
  const pretty = `${ORIGIN}/#!${state}`
  return [
    ['Status', String(status)],
    ['Pretty', pretty],
    ['Ugly', toUglyUrl(pretty) ?? ''],
    ['Readable', ORIGIN + (options.readable ?? FALLBACK).href(state)],
  ]
}

/** @param html The content of the outlet. */
export function snapshotText({ head, state, status }: Page, html: string): string {
  const { title = '', description, robots = status === 200 ? undefined : 'noindex' } = head
  const meta = (name: string, content: string | undefined) =>
    content === undefined ? [] : [`<meta name="${name}" content="${quoted(content)}">`]
  return [
    `<title>${quoted(title)}</title>`,
    ...meta('description', description),
    ...meta('robots', robots),
    ...(status === 200 ? [`<link rel="canonical" href="${quoted(`${ORIGIN}/#!${state}`)}">`] : []),
    html,
  ].join('\n')
}

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
