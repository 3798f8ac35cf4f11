// Leaves what finds out where the values of templates stand out of a build: it is found out here. In: modules of the client that
// import `html`. Out: the same, with the places written into every template, where `html` is seen to do nothing but make templates that
// it writes. Any other module keeps the whole `html`.

import type { Plugin } from 'vite'
import { learn } from '../../src/html.ts'
import { HOLES } from '../../src/placed-html.ts'
import { SUSPECT } from '../../src/write-html.ts'
import { doorPlugin } from './door-plugin.ts'
import { doorImport, importFrom, keysIn, type Node, nameOf, nodesOf } from './syntax-tree.ts'

/** Makes the plugin. */
export const placedHtmlPlugin = (): Plugin =>
  doorPlugin('placed-html', 'placed-html.js', withPlaces)

// The code of a module with the places in its templates; undefined where they cannot be told, or there are none.
function withPlaces(code: string, tree: Node, file: string): string | undefined {
  const found = doorImport(tree, /^html$/)
  if (!found) return undefined
  const names = new Set(found.taken.map(({ local }) => nameOf(local)))
  const seen = keysIn(tree)
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  for (const { type, tag, quasi } of nodesOf(tree)) {
    if (type !== 'TaggedTemplateExpression' || !names.has(nameOf(tag))) continue
    const { start, quasis } = quasi as Node
    const places = placesOf((quasis as Node[]).map(({ value }) => (value as Cooked).cooked))
    if (places === undefined) return undefined
    seen.add(tag)
    // Behind the grave accent.
    edits.push({ start: start + 1, end: start + 1, text: `\${"${places}"}` })
  }
  const isOther = (node: Node) => !seen.has(node) && names.has(nameOf(node))
  if (nodesOf(tree).some(isOther)) return undefined
  const { door } = found
  edits.push({ start: door.start, end: door.end, text: importFrom(code, found, file) })
  // From the end on, where nothing has moved.
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, one) => text.slice(0, one.start) + one.text + text.slice(one.end), code)
}

interface Cooked {
  /** Null or undefined for a template with an escape that means nothing. */
  readonly cooked?: string | null
}

/** The letters of the values of a template; undefined where one has none. */
function placesOf(strings: readonly (string | null | undefined)[]): string | undefined {
  try {
    const [holes] = learn(strings.map((text) => text as string))
    return holes
      .map(([write, start]) => {
        const isSuspect = start !== undefined && SUSPECT.test(start)
        const [place] =
          Object.entries(HOLES).find(
            ([, hole]) => hole[0] === write && hole[1] === (isSuspect ? start : undefined),
          ) ?? []
        if (place === undefined) throw new RangeError('An address that may run script')
        return place
      })
      .join('')
  } catch {
    return undefined
  }
}
