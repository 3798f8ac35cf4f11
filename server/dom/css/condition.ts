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
  /** As written. */
  readonly text: string
}

/** A condition with its text. `Where` is a window, a container or nothing. */
export interface Condition<Where> {
  readonly text: string
  /** Undefined: unknown, which is false at the end, also negated. */
  readonly holds: (where: Where) => boolean | undefined
}

/** Reads what stands in brackets, or a function; undefined: nothing that is known. */
export type ReadTerm<Where> = (part: ComponentValue) => Condition<Where> | undefined

const OPEN = /^(?:\(|\[|\{|function)-token$/
const CLOSE = /^[)\]}]-token$/

export function componentValues(css: string): ComponentValue[] {
  const tokens = tokenize({ css }) as Token[]
  let at = 0
  const textFrom = (start: number) =>
    at < tokens.length - 1 ? css.slice(start, (tokens[at]?.[3] ?? 0) + 1) : `${css.slice(start)})`
  const read = (): ComponentValue[] => {
    const parts: ComponentValue[] = []
    for (; at < tokens.length - 1; at++) {
      const token = tokens[at] as Token
      if (CLOSE.test(token[0])) return parts
      if (token[0] === 'comment') continue
      if (!OPEN.test(token[0])) {
        parts.push({ token, text: token[1] })
        continue
      }
      at++
      const inside = read()
      parts.push({ token, inside, text: textFrom(token[2]) })
    }
    return parts
  }
  const parts = read()
  // A bracket that closes nothing.
  return at < tokens.length - 1 ? [{ token: tokens[at] as Token, text: '' }] : parts
}

export const isSpace = ({ token }: ComponentValue): boolean => token[0] === 'whitespace-token'
export const words = (parts: readonly ComponentValue[]): ComponentValue[] =>
  parts.filter((part) => !isSpace(part))

export function identOf(part: ComponentValue | undefined): string | undefined {
  return part?.token[0] === 'ident-token' ? String(part.token[4]?.value).toLowerCase() : undefined
}

/**
 * @param parts Without white space.
 * @param joint Only conditions that are joined by it.
 * @returns Undefined for other parts.
 */
export function condition<Where>(
  parts: readonly ComponentValue[],
  term: ReadTerm<Where>,
  joint?: string,
): Condition<Where> | undefined {
  if (identOf(parts[0]) === 'not') {
    const only = parts.length === 2 && joint === undefined ? inParens(parts[1], term) : undefined
    return only && { text: `not ${only.text}`, holds: (where) => negated(only.holds(where)) }
  }
  const join = joint ?? identOf(parts[1]) ?? 'and'
  const terms: Condition<Where>[] = []
  for (const [at, part] of parts.entries()) {
    const own = at % 2 === 0 ? inParens(part, term) : undefined
    if (own) terms.push(own)
    else if (at % 2 === 0 || identOf(part) !== join) return undefined
  }
  if (parts.length % 2 === 0 || !/^(?:and|or)$/.test(join)) return undefined
  return {
    text: terms.map(({ text }) => text).join(` ${join} `),
    holds: (where) =>
      joined(
        terms.map(({ holds }) => holds(where)),
        join === 'or',
      ),
  }
}

const negated = (result: boolean | undefined) => (result === undefined ? undefined : !result)

function joined(results: readonly (boolean | undefined)[], stops: boolean): boolean | undefined {
  if (results.includes(stops)) return stops
  return results.includes(undefined) ? undefined : !stops
}

function inParens<Where>(
  part: ComponentValue | undefined,
  term: ReadTerm<Where>,
): Condition<Where> | undefined {
  if (part?.inside === undefined || !/^(?:\(|function)-token$/.test(part.token[0])) return undefined
  const own = part.token[0] === '(-token' ? condition(words(part.inside), term) : undefined
  if (own) return { text: `(${own.text})`, holds: own.holds }
  return term(part) ?? { text: part.text, holds: () => undefined }
}
