// Reads other routers' URL fragments as canonical states; null if the router would find no state.
// Never throws: invalid UTF-8 escapes are plain text. docs/guides/migrate.md lists the spellings.

import { canonicalState, joinState, type Pair, splitState } from '../state.ts'
import { readMatrix } from './matrix.ts'

type Read = (fragment: string) => string | null

const SHAPES = {
  angularjs: (fragment) => inSlashes(repaired(fragment), /^#!?(?=\/)/),
  backbone(fragment) {
    const text = fragment.replace(/^#[#/]?/, '')
    return slashed(text.replace(/\s+$/, ''))
  },
  docsify(fragment) {
    const { path, query } = cut(fragment.slice(1), false)
    if (fragment.length < 2) return null
    const page = `/${path.replace(/^\//, '')}`
      .replace(/(?:\/README)?\.md$/, '')
      .replace(/\/README$/, '/')
    const pairs = pairsOf(query)
    const id = pairs.find(([key]) => key === 'id')?.[1] ?? null
    const others = pairs.filter(([key]) => key !== 'id')
    return written(page === '' ? '/' : page, others, id)
  },
  ember: (fragment) =>
    fragment[1] === '/' || fragment.length < 2
      ? inSlashes(fragment, /^#(?=\/)/)
      : written('/', [], textOf(fragment.slice(1))),
  gwtp(fragment) {
    const places = readMatrix(fragment.replace(/^#!?/, ''))
    if (places === null) return null
    const path = places.map(({ name }) => `/${encodeURIComponent(name)}`).join('')
    return written(
      path,
      places.flatMap(({ params }) => params),
      null,
    )
  },
  pagejs: (fragment) =>
    fragment.startsWith('#!') && fragment.length > 2
      ? slashed(fragment.slice(2).replaceAll('+', '%20').replace(/#.*$/s, ''))
      : null,
  react: (fragment) => slashedWithAnchor(fragment.replace(/^#!?/, '')),
  vaadin: (fragment) =>
    fragment.startsWith('#!') && fragment.length > 2
      ? slashed(fragment.slice(2).replace(/\?/g, '%3F'))
      : null,
  vue: (fragment) => inSlashes(fragment, /^#!?(?=\/)/),
} satisfies Readonly<Record<string, Read>>

/** A router to read from: React Router 5 to 7, Vue Router 1 to 4, ui-router as `angularjs`. */
export type LegacyName = keyof typeof SHAPES

/**
 * Reads the state of a URL of another router, or null.
 *
 * @param url A URL, or its fragment with the `#`.
 * @example
 * readLegacy('angularjs', 'https://example.com/#!#%2Flogin') // '/login'
 */
export function readLegacy(router: LegacyName, url: string): string | null {
  const at = url.indexOf('#')
  return at < 0 ? null : SHAPES[router](url.slice(at))
}

/** Repairs links from before AngularJS 1.6, which it writes as an anchor of the empty path. */
function repaired(fragment: string): string {
  const escaped = /^#!?#?(%2F.*)$/is.exec(fragment)?.[1]
  return escaped === undefined ? fragment : `#!${textOf(escaped)}`
}

function inSlashes(fragment: string, mark: RegExp): string | null {
  return mark.test(fragment) ? slashedWithAnchor(fragment.replace(mark, '')) : null
}

function slashedWithAnchor(text: string): string | null {
  if (text === '') return null
  const { path, query, anchor } = cut(text, true)
  return written(rooted(path), pairsOf(query), anchor)
}

/** Without anchors. Keeps the query as written. */
function slashed(text: string): string | null {
  if (text === '') return null
  return canonicalState(rooted(text).replaceAll('#', '%23'))
}

const rooted = (path: string): string => (path[0] === '/' ? path : `/${path}`)

function cut(text: string, withAnchor: boolean) {
  const at = withAnchor ? text.indexOf('#') : -1
  const rest = at < 0 ? text : text.slice(0, at)
  const mark = rest.indexOf('?')
  return {
    path: mark < 0 ? rest : rest.slice(0, mark),
    query: mark < 0 ? '' : rest.slice(mark + 1),
    anchor: at < 0 ? null : textOf(text.slice(at + 1)),
  }
}

/** All of these routers read "+" as a space. */
const pairsOf = (query: string): readonly Pair[] =>
  splitState(canonicalState(`/?${query.replaceAll('+', '%20')}`)).pairs

const written = (path: string, pairs: readonly Pair[], anchor: string | null): string =>
  joinState({ path: path.replaceAll('#', '%23'), pairs, keyed: false, anchor })

function textOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
