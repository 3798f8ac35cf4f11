/**
 * Replaces happy-dom's selector engine: `querySelector`, `querySelectorAll`, `matches` and
 * `closest` work as in Chromium. Invalid selectors throw a SyntaxError.
 * https://dom.spec.whatwg.org/#scope-match-a-selectors-string
 * happy-dom fails half of test/fixtures/engine/selectors.ts, and guesses at unknown selectors:
 * capricorn86/happy-dom#1333, #1221.
 */
import { Document, Element, NodeList, QuerySelector } from '#happy-dom'
import { atNextChange } from '../fixes/next-change.ts'
import {
  define,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'
import {
  compile,
  compileList,
  type Query,
  selectAll,
  selectFirst,
  specificityOf,
} from './selectors/compile.ts'
import { within } from './selectors/pseudo-classes.ts'
import { InvalidSelector } from './selectors/tokens.ts'

/** Query results until any tree changes: collections query at every access. */
const answers = new Map<InnerNode, Map<string, InnerElement[]>>()

export function installSelectors(window: InnerWindow): void {
  const { DOMException, DocumentFragment } = window

  function query(node: object, method: string, given: unknown, count: number): Query {
    const doing = `Failed to execute '${method}' on '${kindOf(node)}'`
    if (count === 0) throw new TypeError(`${doing}: 1 argument required, but only 0 present.`)
    if (typeof given === 'symbol') {
      throw new TypeError(`${doing}: Cannot convert a Symbol value to a string`)
    }
    const text = String(given)
    try {
      return compile(text)
    } catch (error) {
      if (!(error instanceof InvalidSelector)) throw error
      const fault =
        text === '' ? 'The provided selector is empty.' : `'${text}' is not a valid selector.`
      throw new DOMException(`${doing}: ${fault}`, 'SyntaxError')
    }
  }

  function all(node: InnerNode, method: string, args: readonly unknown[]): InnerElement[] {
    const { match } = query(node, method, args[0], args.length)
    const text = String(args[0])
    const known = answers.get(node)?.get(text)
    if (known && !hasState(text)) return known
    const found = within(node, () => selectAll(node, match))
    if (answers.size === 0) atNextChange(() => answers.clear())
    const own = answers.get(node) ?? new Map<string, InnerElement[]>()
    answers.set(node, own.set(text, found))
    return found
  }

  function querySelectorAll(node: InnerNode, ...args: unknown[]): unknown {
    const found = all(node, 'querySelectorAll', args)
    return new NodeList(S.illegalConstructor as never, found as never)
  }

  function querySelector(node: InnerNode, ...args: unknown[]): unknown {
    const { match } = query(node, 'querySelector', args[0], args.length)
    return within(node, () => selectFirst(node, match))
  }

  /** Called by style sheets, which need the weight. */
  function matches(element: InnerElement, text: string, options?: { ignoreErrors?: boolean }) {
    try {
      const { list } = query(element, 'matches', text, 1)
      const weights = within(element, () =>
        list.filter((parts) => compileList([parts])(element)).map(specificityOf),
      )
      return weights.length > 0 ? { priorityWeight: Math.max(...weights) } : null
    } catch (error) {
      if (options?.ignoreErrors) return null
      throw error
    }
  }

  Object.assign(QuerySelector, { querySelectorAll, querySelector, matches })
  const methods = {
    querySelector(this: InnerNode, ...args: unknown[]) {
      return querySelector(this, ...args)
    },
    querySelectorAll(this: InnerNode, ...args: unknown[]) {
      return querySelectorAll(this, ...args)
    },
  }
  function isMatch(this: InnerElement, ...args: unknown[]): boolean {
    const { match } = query(this, 'matches', args[0], args.length)
    return within(this, () => match(this))
  }
  for (const { prototype } of [Element, Document, DocumentFragment]) define(prototype, methods)
  define(Element.prototype, {
    matches: isMatch,
    webkitMatchesSelector: isMatch,
    closest(this: InnerElement, ...args: unknown[]) {
      const { match } = query(this, 'closest', args[0], args.length)
      return within(this, () => {
        for (let at: InnerNode | null = this; at?.[S.nodeType] === 1; at = at[S.parentNode]) {
          if (match(at as InnerElement)) return at[S.proxy] ?? at
        }
        return null
      })
    },
  })
}

/** States change without the tree, so these results are not cached. */
const hasState = (text: string): boolean => /[:\\]/.test(text)

const kindOf = (node: object): string => {
  const { [S.nodeType]: type } = inner(node)
  return type === 1 ? 'Element' : type === 9 ? 'Document' : 'DocumentFragment'
}
