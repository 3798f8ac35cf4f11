/** Implements pseudo-classes for css-select. Only our parser uses names with a leading hyphen. */
import type { Selector } from 'css-what'
import { slotOf } from '../../fixes/slots.ts'
import { type InnerAttribute, type InnerElement, type InnerNode, S } from '../../internals.ts'
import { isInHtml } from './adapter.ts'
import type { Argument, Complex } from './grammar.ts'
import { inDirection, inLanguage } from './language.ts'
import { STATES } from './states.ts'

type Compile = (list: readonly Complex[]) => (element: InnerElement) => boolean
type Answer =
  | ((element: InnerElement) => boolean)
  | ((element: InnerElement, data: never) => boolean)

interface Nth extends Argument {
  readonly a: number
  readonly b: number
  readonly fromEnd: boolean
}
interface NamedAttribute {
  readonly name: string
  readonly action?: string
  readonly value?: string
  readonly flag?: string
}

const HTML = 'http://www.w3.org/1999/xhtml'
const SPACE = /[\t\n\f\r ]/

let scope: object | null = null

/** `:scope` is the node, or the document element. */
export function within<T>(node: InnerNode, ask: () => T): T {
  const outer = scope
  scope = node[S.nodeType] === 9 ? (node as unknown as Document).documentElement : node
  try {
    return ask()
  } finally {
    scope = outer
  }
}

export function pseudoClasses(compile: Compile): Readonly<Record<string, Answer>> {
  const matches = (argument: Argument, element: InnerElement): boolean => {
    argument.match ??= compile(argument.list) as (element: object) => boolean
    return argument.match(element)
  }
  return {
    '-any': (element: InnerElement, of: Argument) => matches(of, element),
    '-none': (element: InnerElement, of: Argument) => !matches(of, element),
    '-host-like': (element: InnerElement, of: Argument) => {
      const host = element[S.host]
      return host != null && matches(of, host)
    },
    '-host-context-like': (element: InnerElement, of: Argument) => {
      let at: InnerNode | null | undefined = element[S.host]
      // Goes through slots, as Chromium does.
      for (; at; at = slotOf(at) ?? at[S.parentNode] ?? at[S.host]) {
        if (at[S.nodeType] === 1 && matches(of, at as InnerElement)) return true
      }
      return false
    },
    '-nth-of': (element: InnerElement, of: Nth) => {
      if (!matches(of, element)) return false
      const siblings: readonly InnerElement[] = element[S.parentNode]?.[S.elementArray] ?? [element]
      const like = siblings.filter((sibling) => matches(of, sibling))
      const index = like.indexOf(element)
      const steps = (of.fromEnd ? like.length - index : index + 1) - of.b
      return of.a === 0 ? steps === 0 : steps % of.a === 0 && steps / of.a >= 0
    },
    '-never': (_: InnerElement) => false,
    '-element': (element: InnerElement) => element[S.nodeType] === 1,
    '-always': (_: InnerElement, _of: string) => true,
    '-html': isHtml,
    '-html-document': isInHtml,
    '-unless': (element: InnerElement, where: string) =>
      where === '-html' ? !isHtml(element) : !isInHtml(element),
    '-no-namespace': (element: InnerElement) => !element[S.namespaceURI],
    '-class': hasClass,
    '-attribute': hasAttribute,
    '-scope': (element: InnerElement) => element === scope || element[S.proxy] === scope,
    '-lang': inLanguage,
    '-dir': inDirection,
    ...STATES,
  }
}

/** For selectors with `:host`: a shadow root in its host's place has no state. */
export const ofElements = (answers: Readonly<Record<string, Answer>>): typeof answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      if (name === '-any' || name.startsWith('-host')) return [name, answer]
      const ask = answer as (element: InnerElement, data?: unknown) => boolean
      const guarded =
        answer.length > 1
          ? (element: InnerElement, data: unknown) =>
              element[S.nodeType] === 1 && ask(element, data)
          : (element: InnerElement) => element[S.nodeType] === 1 && ask(element)
      return [name, guarded]
    }),
  )

/** `*` excludes a shadow root in its host's place. */
export const elementsOnly = (part: Selector): Selector =>
  part.type === 'universal'
    ? ({ type: 'pseudo', name: '-element', data: null } as Selector)
    : { ...part }

const isHtml = (element: InnerElement): boolean =>
  element[S.namespaceURI] === HTML && isInHtml(element)

function hasClass(element: InnerElement, name: string): boolean {
  const value =
    element[S.attributes][S.items].size === 0
      ? null
      : (element as unknown as Element).getAttribute('class')
  if (value === null) return false
  if (value === name) return true
  for (let at = value.indexOf(name); at >= 0; at = value.indexOf(name, at + 1)) {
    const after = at + name.length
    const begins = at === 0 || SPACE.test(value[at - 1] as string)
    if (begins && (after === value.length || SPACE.test(value[after] as string))) return true
  }
  return false
}

const localName = (attribute: InnerAttribute, element: InnerElement): string => {
  const name = attribute[S.localName] ?? attribute[S.name]
  return isInHtml(element) ? name.toLowerCase() : name
}

function hasAttribute(
  element: InnerElement,
  { name, action, value = '', flag }: NamedAttribute,
): boolean {
  const folded = (text: string) => (flag === 'i' ? text.toLowerCase() : text)
  const wanted = folded(value)
  const local = isInHtml(element) ? name.toLowerCase() : name
  return [...element[S.attributes][S.items].values()].some((attribute) => {
    if (localName(attribute, element) !== local) return false
    const has = folded(attribute[S.value] ?? '')
    switch (action) {
      case 'equals':
        return has === wanted
      case 'element':
        return has.split(SPACE).includes(wanted)
      case 'start':
        return has.startsWith(wanted)
      case 'end':
        return has.endsWith(wanted)
      case 'any':
        return has.includes(wanted)
      case 'hyphen':
        return has === wanted || has.startsWith(`${wanted}-`)
      default:
        return true
    }
  })
}
