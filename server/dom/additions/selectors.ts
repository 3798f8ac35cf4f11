/**
 * Replaces happy-dom's selector engine: `querySelector`, `matches`, `closest` work as in Chromium.
 * happy-dom fails half of test/fixtures/engine/selectors.ts, and guesses at unknown selectors:
 * capricorn86/happy-dom#1333, #1221.
 */
import { HappyDOM, QuerySelector } from '#happy-dom'
import { define, ELEMENT, type InnerWindow, S } from '../internals.ts'
import { atNextChange } from '../next-change.ts'
import { compile, type Query, selectAll, selectFirst } from './selectors/compile.ts'
import { within } from './selectors/pseudo-classes.ts'
import { InvalidSelector } from './selectors/tokens.ts'

/** Until any tree changes: collections query at every access. */
const results = new Map<Node, Map<string, Element[]>>()

function queryOf(
  window: InnerWindow,
  node: object,
  method: string,
  args: readonly unknown[],
): Query {
  const context = `Failed to execute '${method}' on '${interfaceNameOf(node)}'`
  if (args.length === 0) throw new TypeError(`${context}: 1 argument required, but only 0 present.`)
  if (typeof args[0] === 'symbol')
    throw new TypeError(`${context}: Cannot convert a Symbol value to a string`)
  const text = String(args[0])
  try {
    return compile(text)
  } catch (error) {
    if (!(error instanceof InvalidSelector)) throw error
    const fault =
      text === '' ? 'The provided selector is empty.' : `'${text}' is not a valid selector.`
    throw new window.DOMException(`${context}: ${fault}`, 'SyntaxError')
  }
}

function elementsIn(window: InnerWindow, node: Node, args: readonly unknown[]): Element[] {
  const { match } = queryOf(window, node, 'querySelectorAll', args)
  const text = String(args[0])
  const cached = results.get(node)?.get(text)
  if (cached && !hasState(text)) return cached
  const elements = within(node, () => selectAll(node, match))
  if (results.size === 0) atNextChange(() => results.clear())
  const own = results.get(node) ?? new Map<string, Element[]>()
  results.set(node, own.set(text, elements))
  return elements
}

function querySelectorAll(window: InnerWindow, node: Node, args: unknown[]): unknown {
  const elements = elementsIn(window, node, args)
  return new HappyDOM.NodeList(S.illegalConstructor, elements)
}

function querySelector(window: InnerWindow, node: Node, args: unknown[]): unknown {
  const { match } = queryOf(window, node, 'querySelector', args)
  return within(node, () => selectFirst(node, match))
}

function closest(window: InnerWindow, element: Element, args: unknown[]): unknown {
  const { match } = queryOf(window, element, 'closest', args)
  return within(element, () => {
    for (let at: Node | null = element; at?.[S.nodeType] === ELEMENT; at = at[S.parentNode]) {
      if (match(at as Element)) return at[S.proxy] ?? at
    }
    return null
  })
}

/** For happy-dom's own queries. */
function matchOf(
  window: InnerWindow,
  element: Element,
  text: string,
  options?: { ignoreErrors?: boolean },
) {
  try {
    const { match } = queryOf(window, element, 'matches', [text])
    return within(element, () => match(element)) ? { priorityWeight: 0 } : null
  } catch (error) {
    if (options?.ignoreErrors) return null
    throw error
  }
}

/** https://dom.spec.whatwg.org/#scope-match-a-selectors-string */
export function installSelectors(window: InnerWindow): void {
  Object.assign(QuerySelector, {
    querySelectorAll: (node: Node, ...args: unknown[]) => querySelectorAll(window, node, args),
    querySelector: (node: Node, ...args: unknown[]) => querySelector(window, node, args),
    matches: (element: Element, text: string, options?: { ignoreErrors?: boolean }) =>
      matchOf(window, element, text, options),
  })
  const methods = {
    querySelector(this: Node, ...args: unknown[]) {
      return querySelector(window, this, args)
    },
    querySelectorAll(this: Node, ...args: unknown[]) {
      return querySelectorAll(window, this, args)
    },
  }
  function matches(this: Element, ...args: unknown[]): boolean {
    const { match } = queryOf(window, this, 'matches', args)
    return within(this, () => match(this))
  }
  for (const { prototype } of [HappyDOM.Element, HappyDOM.Document, window.DocumentFragment])
    define(prototype, methods)
  define(HappyDOM.Element.prototype, {
    matches,
    webkitMatchesSelector: matches,
    closest(this: Element, ...args: unknown[]) {
      return closest(window, this, args)
    },
  })
}

/** States change without the tree. */
const hasState = (text: string): boolean => /[:\\]/.test(text)

const interfaceNameOf = (node: object): string => {
  const { [S.nodeType]: type } = node as Node
  return type === 1 ? 'Element' : type === 9 ? 'Document' : 'DocumentFragment'
}
