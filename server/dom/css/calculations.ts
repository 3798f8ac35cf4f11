/**
 * Simplifies the calculations in values, and writes them as Chromium does, for `grammar.ts` and
 * `absolute-values.ts`. https://drafts.csswg.org/css-values-4/#calc-simplification
 */
import { calc } from '#happy-dom'
import { endOf } from './substitution.ts'

/** Matches strings and URLs too, which stay. */
const START =
  /"(?:[^"\\]|\\[\s\S])*"|url\([^)]*\)|(?<![\w-])(?:(?:-webkit-)?calc|min|max|clamp|round|mod|rem|abs|sign|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|log|exp)\(/gi

/** The computed stage compares percentages too. */
type Stage = 'specified' | 'computed'

export function simplified(value: string, stage: Stage = 'specified'): string {
  let [result, from] = ['', 0]
  for (const { 0: start, index } of value.matchAll(START)) {
    if (index < from || !start.endsWith('(')) continue
    const end = endOf(value, index + start.length) + 1
    result += value.slice(from, index) + solved(value.slice(index, end), stage)
    from = end
  }
  return from === 0 ? value : result + value.slice(from)
}

/** A calculation with other words than numbers, or a product of functions. */
class Unsolved extends Error {}

function solved(calculation: string, stage: Stage): string {
  try {
    const sum = new Calculation(calculation, stage).sum()
    const [[key = '', factor] = []] = sum
    return sum.size === 1 && factor === 1 && /^[a-z]/.test(key) && key.endsWith(')')
      ? key
      : `calc(${written(sum)})`
  } catch (error) {
    if (error instanceof Unsolved) return calculation
    throw error
  }
}

/** Factors by unit, or by the text of a function. */
type Sum = Map<string, number>

const isCall = (key: string): boolean => key.endsWith(')')

/** Numbers, percentages, then units by name, then functions. */
function written(sum: Sum): string {
  const keys = [...sum.keys()]
  const ordered = [...keys.filter((key) => !isCall(key)).toSorted(), ...keys.filter(isCall)]
  const texts = ordered.map((key, index) => {
    const factor = sum.get(key) ?? 0
    const sign = index === 0 ? '' : factor < 0 ? ' - ' : ' + '
    const term = termText(index === 0 ? factor : Math.abs(factor), key)
    return sign + (index > 0 && term.includes(' * ') && isCall(key) ? `(${term})` : term)
  })
  return texts.join('')
}

function termText(factor: number, key: string): string {
  if (isCall(key)) return factor === 1 ? key : `${factor} * ${key}`
  if (Number.isFinite(factor)) return `${factor + 0}${key}`
  return `${factor}`.replace('I', 'i') + (key === '' ? '' : ` * 1${key}`)
}

/** Units of a kind that have a fixed ratio to another one. */
export const CANONICAL_UNITS: Readonly<Record<string, readonly [unit: string, ratio: number]>> = {
  in: ['px', 96],
  cm: ['px', 96 / 2.54],
  mm: ['px', 9.6 / 2.54],
  q: ['px', 2.4 / 2.54],
  pt: ['px', 96 / 72],
  pc: ['px', 16],
  ms: ['s', 1 / 1000],
  x: ['dppx', 1],
  dpi: ['dppx', 1 / 96],
  dpcm: ['dppx', 2.54 / 96],
  turn: ['deg', 360],
  grad: ['deg', 0.9],
  rad: ['deg', 180 / Math.PI],
}

const CONSTANTS: Readonly<Record<string, number>> = {
  e: Math.E,
  pi: Math.PI,
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
}

const TOKENS =
  /[-+](?=[\s(])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)|[-a-z][-\w]*\(?|\S/gi
const MOST_DEPTH = 100

class Calculation {
  readonly #tokens: readonly RegExpExecArray[]
  readonly #isComputed: boolean
  #at = 0
  #depth = 0

  constructor(calculation: string, stage: Stage) {
    this.#tokens = [...calculation.toLowerCase().matchAll(TOKENS)]
    this.#isComputed = stage === 'computed'
  }

  get #next(): string {
    return this.#tokens[this.#at]?.[0] ?? ''
  }

  #skip(token: string): boolean {
    const is = this.#next === token
    if (is) this.#at += 1
    return is
  }

  sum(): Sum {
    const sum = this.#product()
    while (/^[-+]$/.test(this.#next)) {
      const sign = this.#skip('-') ? -1 : 1
      this.#skip('+')
      for (const [key, factor] of this.#product()) sum.set(key, (sum.get(key) ?? 0) + sign * factor)
    }
    return sum
  }

  #product(): Sum {
    let product = this.#value()
    while (/^[*/]$/.test(this.#next)) {
      const isDivided = this.#skip('/')
      this.#skip('*')
      const other = this.#value()
      const factor = numberOf(other)
      if (factor !== undefined) product = times(product, isDivided ? 1 / factor : factor)
      else product = times(other, (isDivided ? undefined : numberOf(product)) ?? unsolved())
    }
    return product
  }

  #value(): Sum {
    const [token = '', number, unit = ''] = this.#tokens[this.#at++] ?? []
    if (number !== undefined) {
      const [canonical, ratio] = CANONICAL_UNITS[unit] ?? [unit, 1]
      return new Map([[canonical, Number(number) * ratio]])
    }
    const constant = CONSTANTS[token]
    if (constant !== undefined) return new Map([['', constant]])
    if (!token.endsWith('(') || ++this.#depth > MOST_DEPTH) unsolved()
    const isPlain = /^(?:(?:-webkit-)?calc)?\($/.test(token)
    const value = isPlain ? this.sum() : this.#call(token)
    this.#depth -= 1
    // The end of the text closes open parentheses.
    return this.#skip(')') || this.#next === '' ? value : unsolved()
  }

  #call(start: string): Sum {
    const args: (Sum | string)[] = []
    do {
      const isWord = /^[a-z-]+$/.test(this.#next) && !(this.#next in CONSTANTS)
      args.push(isWord ? (this.#tokens[this.#at++]?.[0] ?? '') : this.sum())
    } while (this.#skip(','))
    const [first] = args
    if (args.length === 1 && typeof first === 'object' && /^m(?:in|ax)\($/.test(start)) return first
    const texts = args
      .filter((arg) => arg !== 'nearest')
      .map((arg) => (typeof arg === 'string' ? arg : written(arg)))
    const call = `${start}${texts.join(', ')})`
    const result = this.#isKnown(args) ? calc(call, { rawPercentages: true }) : ''
    const [, number, unit = ''] = /^(-?[.\de+-]+?)(%|[a-z]*)$/.exec(result) ?? []
    return number === undefined ? new Map([[call, 1]]) : new Map([[unit, Number(number)]])
  }

  /** Whether all arguments have the same unit, and none depends on an element. */
  #isKnown(args: readonly (Sum | string)[]): boolean {
    const units = args.flatMap((arg) => (typeof arg === 'string' ? [] : [...arg.keys()]))
    return (
      new Set(units).size === 1 &&
      (/^(?:px|s|deg|)$/.test(units[0] ?? '') || (this.#isComputed && units[0] === '%'))
    )
  }
}

function unsolved(): never {
  throw new Unsolved()
}

const numberOf = (sum: Sum): number | undefined => (sum.size === 1 ? sum.get('') : undefined)

function times(sum: Sum, factor: number): Sum {
  if (factor !== 1 && sum.size > 1 && [...sum.keys()].some(isCall))
    return new Map([[`(${written(sum)})`, factor]])
  return new Map([...sum].map(([key, own]) => [key, own * factor]))
}
