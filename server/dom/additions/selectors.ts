/**
 * Replaces happy-dom's selector engine: `querySelector`, `matches`, `closest` work as in Chromium.
 * happy-dom fails half of test/fixtures/engine/selectors.ts, and guesses at unknown selectors:
 * capricorn86/happy-dom#1333, #1221.
 */
import { HappyDOM, QuerySelector } from '#happy-dom'
import { DOCUMENT, define, ELEMENT, type InnerWindow, S } from '../internals.ts'
import { atNextChange } from '../next-change.ts'
import { compile, type Query, selectAll, selectFirst } from './selectors/compile.ts'
import { within } from './selectors/pseudo-classes.ts'
import { InvalidSelector } from './selectors/tokens.ts'

/** Results until any tree changes: collections query at every access. */
const results = new Map<Node, Map<string, Element[]>>()

function queryOf(window: InnerWindow, node: Node, method: string, selector: string): Query {
  try {
    return compile(selector)
  } catch (error) {
    if (!(error instanceof InvalidSelector)) throw error
    const context = `Failed to execute '${method}' on '${interfaceNameOf(node)}'`
    const fault =
      selector === '' ? 'The provided selector is empty.' : `'${selector}' is not a valid selector.`
    throw new window.DOMException(`${context}: ${fault}`, 'SyntaxError')
  }
}

function elementsIn(window: InnerWindow, node: Node, selector: string): Element[] {
  const { match } = queryOf(window, node, 'querySelectorAll', selector)
  const cached = results.get(node)?.get(selector)
  if (cached && !hasState(selector)) return cached
  const elements = within(node, () => selectAll(node, match))
  if (results.size === 0) atNextChange(() => results.clear())
  const ofNode = results.get(node) ?? new Map<string, Element[]>()
  results.set(node, ofNode.set(selector, elements))
  return elements
}

function querySelectorAll(window: InnerWindow, node: Node, selector: string): unknown {
  const elements = elementsIn(window, node, selector)
  return new HappyDOM.NodeList(S.illegalConstructor, elements)
}

function querySelector(window: InnerWindow, node: Node, selector: string): unknown {
  const { match } = queryOf(window, node, 'querySelector', selector)
  return within(node, () => selectFirst(node, match))
}

function closest(window: InnerWindow, element: Element, selector: string): unknown {
  const { match } = queryOf(window, element, 'closest', selector)
  return within(element, () => {
    for (
      let ancestor: Node | null = element;
      ancestor?.[S.nodeType] === ELEMENT;
      ancestor = ancestor[S.parentNode]
    ) {
      if (match(ancestor as Element)) return ancestor[S.proxy] ?? ancestor
    }
    return null
  })
}

/** Answers happy-dom's own queries. */
function matchOf(
  window: InnerWindow,
  element: Element,
  selector: string,
  options?: { ignoreErrors?: boolean },
) {
  try {
    const { match } = queryOf(window, element, 'matches', selector)
    return within(element, () => match(element)) ? { priorityWeight: 0 } : null
  } catch (error) {
    if (options?.ignoreErrors) return null
    throw error
  }
}

/** https://dom.spec.whatwg.org/#scope-match-a-selectors-string */
export function installSelectors(window: InnerWindow): void {
  Object.assign(QuerySelector, {
    querySelectorAll: (node: Node, selector: string) => querySelectorAll(window, node, selector),
    querySelector: (node: Node, selector: string) => querySelector(window, node, selector),
    matches: (element: Element, selector: string, options?: { ignoreErrors?: boolean }) =>
      matchOf(window, element, selector, options),
  })
  const methods = {
    querySelector(this: Node, selector: string) {
      return querySelector(window, this, selector)
    },
    querySelectorAll(this: Node, selector: string) {
      return querySelectorAll(window, this, selector)
    },
  }
  function matches(this: Element, selector: string): boolean {
    const { match } = queryOf(window, this, 'matches', selector)
    return within(this, () => match(this))
  }
  for (const { prototype } of [HappyDOM.Element, HappyDOM.Document, window.DocumentFragment])
    define(prototype, methods)
  define(HappyDOM.Element.prototype, {
    matches,
    webkitMatchesSelector: matches,
    closest(this: Element, selector: string) {
      return closest(window, this, selector)
    },
  })
}

/** Whether the selector may hold states, which change without the tree. */
const hasState = (selector: string): boolean => /[:\\]/.test(selector)

const interfaceNameOf = ({ [S.nodeType]: type }: Node): string =>
  type === ELEMENT ? 'Element' : type === DOCUMENT ? 'Document' : 'DocumentFragment'
