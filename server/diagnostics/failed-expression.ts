// Finds the source expression of an error: `navigator.storage` of "Cannot read properties of
// undefined (reading 'persist')". Reads the message and the script at the error's position;
// evaluates nothing.

/** A position in the text of a script. */
export interface ScriptPlace {
  readonly text: string
  /** Both count from 1, as in a stack. */
  readonly line: number
  readonly column: number
}

/** A name with its members: `a.b?.c`. */
const CHAIN = String.raw`[A-Za-z_$][\w$]*(?:\s*\??\.\s*[A-Za-z_$][\w$]*)*`

const CALLED = /^(\S.*?) is not (?:a function|a constructor|iterable)\b/
const DESTRUCTURED = /^Cannot destructure property '.*' of '(.+)' as it is undefined\.$/
const READ = /^Cannot (?:read|set) properties of undefined \((?:reading|setting) '(.+)'\)$/
const EXTENDED = /^Class extends value undefined is not a constructor/
const INSTANCE = /^Right-hand side of 'instanceof' is not (?:callable|an object)$/

/** Names and members, from the left: `['navigator', 'storage']`. */
export type Steps = readonly string[]

/** Finds the expression. @returns Undefined where the message is about something else. */
export function failedExpression(
  message: string,
  place: ScriptPlace | undefined,
): Steps | undefined {
  const keyword = EXTENDED.test(message) ? 'extends' : INSTANCE.test(message) && 'instanceof'
  if (keyword && place)
    return nearest(new RegExp(`[\\w$\\]).]*\\s*\\b${keyword}\\s+(${CHAIN})`, 'g'), place)
  const [, named] = CALLED.exec(message) ?? DESTRUCTURED.exec(message) ?? []
  if (named) return stepsOf(named)
  if (!place) return undefined
  const [, member] = READ.exec(message) ?? []
  if (member) return receiverOf(member, place)
  return undefined
}

/**
 * If a chain does not begin with a name, such as after a call, returns the last member of object
 * `''`.
 */
function stepsOf(text: string): Steps | undefined {
  if (new RegExp(`^${CHAIN}$`).test(text)) return split(text)
  const [, last] = /\.\s*([A-Za-z_$][\w$]*)$/.exec(text) ?? []
  return last ? ['', last] : undefined
}

const split = (chain: string): Steps => chain.split(/\s*\??\.\s*/)

/** Reads the object before the member: the error's position is where the member's name begins. */
function receiverOf(member: string, place: ScriptPlace): Steps | undefined {
  const name = member.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const inDots = new RegExp(`(?:(${CHAIN})|\\))\\s*\\??\\.\\s*${name}(?![\\w$])\\s*`, 'g')
  const inBrackets = new RegExp(`(${CHAIN})\\s*(?:\\?\\.)?\\[\\s*['"\`]${name}['"\`]`, 'g')
  return nearest(inDots, place) ?? nearest(inBrackets, place)
}

/** Characters that are read before and after a position. */
const REACH = 500

/** Returns the match around the position. */
function nearest(pattern: RegExp, { text, line, column }: ScriptPlace) {
  const at = offsetOfLine(text, line) + column - 1
  const from = Math.max(0, at - REACH)
  for (const match of text.slice(from, at + REACH).matchAll(pattern)) {
    const start = from + match.index
    const end = start + match[0].length
    if (at < start || end < at || !match[1]) continue
    // Only the members after a call or another read are known.
    const isMember = /\.\s*$/.test(text.slice(Math.max(0, start - 20), start))
    return isMember ? ['', ...split(match[1])] : split(match[1])
  }
  return undefined
}

/**
 * Finds the initial value of a variable: `n` of `const n = window.navigator`. The last declaration
 * before the position counts.
 */
export function originOf(name: string, { text, line }: ScriptPlace): Steps | undefined {
  const before = offsetOfLine(text, line + 1)
  const escaped = name.replaceAll('$', '\\$')
  const set = new RegExp(`(?:^|[^.\\w$])${escaped}\\s*=\\s*(${CHAIN})(?![ \\t]*[\\w$([.\`=])`, 'g')
  const taken = new RegExp(`\\{([^{}]*)\\}\\s*=\\s*(${CHAIN})(?![ \\t]*[\\w$([.\`])`, 'g')
  const found: (readonly [at: number, steps: Steps])[] = []
  for (const match of text.matchAll(set)) found.push([match.index, split(match[1] ?? '')])
  for (const match of text.matchAll(taken)) {
    const key = keyOf(name, match[1] ?? '')
    if (key) found.push([match.index, [...split(match[2] ?? ''), key]])
  }
  return found.filter(([at]) => at < before).sort(([a], [b]) => b - a)[0]?.[1]
}

/** The member that a pattern such as `storage: name` binds. */
function keyOf(name: string, pattern: string): string | undefined {
  for (const part of pattern.split(',')) {
    const [key = '', value = key] = (part.split('=')[0] ?? '').split(':').map((one) => one.trim())
    if (value === name) return key
  }
  return undefined
}

function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let count = 1; count < line; count++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return text.length
    at = next + 1
  }
  return at
}
