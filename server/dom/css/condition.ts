/**
 * Reads the conditions of `@media`, `@supports` and `@container`: how Chromium writes them, and
 * whether they hold. https://drafts.csswg.org/css-conditional-5/
 */
import { tokenize } from '#happy-dom'

type Token = readonly [type: string, text: string, start: number, end: number, data?: TokenData]
type TokenData = { readonly value?: string | number; readonly unit?: string }

/** A token, or a block with its contents. */
export interface ComponentValue {
  readonly token: Token
  readonly inside?: readonly ComponentValue[]
  /** The token, or the whole block as written. */
  readonly text: string
}

/** A condition with its text. `Where` is a window, a container or nothing. */
export interface Condition<Where> {
  readonly text: string
  /** @returns Undefined for an unknown result, which is false at the end, also negated. */
  readonly holds: (where: Where) => boolean | undefined
}

/** Reads a block in parentheses or a function. @returns Undefined for an unknown one. */
export type ReadTerm<Where> = (part: ComponentValue) => Condition<Where> | undefined

const OPEN = /^(?:\(|\[|\{|function)-token$/
const CLOSE = /^[)\]}]-token$/

export function componentValues(css: string): ComponentValue[] {
  const tokens = tokenize({ css }) as Token[]
  let index = 0
  const textFrom = (start: number) =>
    index < tokens.length - 1
      ? css.slice(start, (tokens[index]?.[3] ?? 0) + 1)
      : `${css.slice(start)})`
  const read = (): ComponentValue[] => {
    const components: ComponentValue[] = []
    for (; index < tokens.length - 1; index++) {
      const token = tokens[index] as Token
      if (CLOSE.test(token[0])) return components
      if (token[0] === 'comment') continue
      if (!OPEN.test(token[0])) {
        components.push({ token, text: token[1] })
        continue
      }
      index++
      const inside = read()
      components.push({ token, inside, text: textFrom(token[2]) })
    }
    return components
  }
  const components = read()
  // A bracket that closes nothing.
  return index < tokens.length - 1 ? [{ token: tokens[index] as Token, text: '' }] : components
}

export const isSpace = ({ token }: ComponentValue): boolean => token[0] === 'whitespace-token'
export const words = (components: readonly ComponentValue[]): ComponentValue[] =>
  components.filter((part) => !isSpace(part))

export function identOf(part: ComponentValue | undefined): string | undefined {
  return part?.token[0] === 'ident-token' ? String(part.token[4]?.value).toLowerCase() : undefined
}

/**
 * @param components Without white space.
 * @param joint `and` or `or`, where the other one is invalid.
 * @returns Undefined for components that are no condition.
 */
export function condition<Where>(
  components: readonly ComponentValue[],
  term: ReadTerm<Where>,
  joint?: string,
): Condition<Where> | undefined {
  if (identOf(components[0]) === 'not') {
    const only =
      components.length === 2 && joint === undefined ? inParens(components[1], term) : undefined
    return only && { text: `not ${only.text}`, holds: (where) => negated(only.holds(where)) }
  }
  const join = joint ?? identOf(components[1]) ?? 'and'
  const terms: Condition<Where>[] = []
  for (const [index, part] of components.entries()) {
    const inner = index % 2 === 0 ? inParens(part, term) : undefined
    if (inner) terms.push(inner)
    else if (index % 2 === 0 || identOf(part) !== join) return undefined
  }
  if (components.length % 2 === 0 || !/^(?:and|or)$/.test(join)) return undefined
  return {
    text: terms.map(({ text }) => text).join(` ${join} `),
    holds: (where) => {
      const results = terms.map(({ holds }) => holds(where))
      // One result decides: true in `or`, false in `and`.
      const decisive = join === 'or'
      if (results.includes(decisive)) return decisive
      return results.includes(undefined) ? undefined : !decisive
    },
  }
}

const negated = (result: boolean | undefined) => (result === undefined ? undefined : !result)

function inParens<Where>(
  part: ComponentValue | undefined,
  term: ReadTerm<Where>,
): Condition<Where> | undefined {
  if (part?.inside === undefined || !/^(?:\(|function)-token$/.test(part.token[0])) return undefined
  const inner = part.token[0] === '(-token' ? condition(words(part.inside), term) : undefined
  if (inner) return { text: `(${inner.text})`, holds: inner.holds }
  return term(part) ?? { text: part.text, holds: () => undefined }
}
