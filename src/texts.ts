// The messages of the core's errors, for Node and development builds. SIDE EFFECT on import: errors
// use them.

import { didYouMean } from './closest.ts'
import { writeMessages } from './messages.ts'

/** One kind of error: its title in docs/errors.md, and its sentence. */
export interface DiagnosticText {
  readonly title: string
  readonly say: (...values: never[]) => string
  readonly below?: (...values: never[]) => string
}

const VIEW =
  "export default htmlView(…), mountView(…) or a custom element class; wrap a component of a framework, such as reactView(import('./View.tsx'))"

const REASONS: Readonly<Record<PatternReason, (at: string, source: string) => string>> = {
  '#': () => 'remove "#!", because a pattern begins after it',
  '=': () => 'expected key=value',
  key: () => 'expected a key that is required',
  text: (sign, source) =>
    /:[\w$]+\(|\(\?|\\[dws]|\[.*\]|\.[*+]|\|/i.test(source)
      ? 'patterns hold no regular expressions: write ":id", and a codec such as params: { id: int } or params: { id: parser((text) => …) }'
      : `write "\\${sign}" for the text "${sign}"; a segment holds one param`,
  twice: (name) => `":${name}" occurs twice`,
  alone: (param) =>
    `":${param}" must be a whole segment, not the first one, and the last one unless it ends with "?"`,
  apart: (name) =>
    `":${name}?" can match this too; put text between them, or set a codec that refuses it`,
}

/** By code. Codes are never reused. */
export const TEXTS = {
  HB001: {
    title: 'A pattern cannot be parsed',
    say: (reason: PatternReason, at: string, source: string) =>
      `Cannot parse pattern: ${REASONS[reason](at, source)}`,
    below: (_reason: PatternReason, _at: string, source: string, index: number) =>
      `\n  ${source}\n  ${' '.repeat(index)}^`,
  },
  HB002: {
    title: 'A route is never reached',
    say: (name: string, source: string, first: string, firstSource: string) =>
      `"${name}" (${source}) is never reached: "${first}" (${firstSource}) matches all of its states first. Change one of the patterns, or set codecs that refuse some values`,
  },
  HB003: {
    title: 'A value of the table is no route',
    say: (name: string, value: unknown) =>
      `"${name}" is no route but ${show(value)}: write ${name}: route('/pattern', { view: () => import('./view.ts') })`,
  },
  HB004: {
    title: 'A route has no view',
    say: (name: string, state: string) =>
      `The route "${name}" has no view, and no route around it has one, so "#!${state}" shows nothing: add view: () => import('./view.ts'), or a guard that redirects`,
  },
  HB005: {
    title: 'A view cannot be shown',
    say: (name: string, value: unknown, load: unknown) =>
      value === undefined && load !== undefined && !/import/.test(String(load))
        ? `The view of "${name}" is ${show(load)}, which imports no module: write view: () => import('./view.ts'), and for a component view: () => reactView(import('./View.tsx'))`
        : value === undefined
          ? `The view module of "${name}"${fileOf(load)} has no default export: ${VIEW}`
          : `The view of "${name}"${fileOf(load)} is ${show(value)}, which cannot be shown: ${VIEW}`,
  },
  HB006: {
    title: 'There is no route of that name',
    say: (name: string, names: readonly string[]) =>
      `No route is named "${name}"${didYouMean(name, names)}: there ${names.length === 1 ? 'is' : 'are'} ${listed(names)}`,
  },
  HB007: {
    title: 'A param of a link is missing',
    say: (name: string, source: string, param: string, value: unknown, params: object) => {
      const slip = Object.keys(params).find((key) => key !== param && didYouMean(key, [param]))
      const hint = slip === undefined ? '' : ` (did you mean "${param}" by "${slip}"?)`
      return `Cannot build a link to "${name}" (${source}): ":${param}" is ${show(value)}${hint}. Pass a text that is not empty, or a value that its codec writes as one`
    },
  },
  HB008: {
    title: 'A search validator is asynchronous',
    say: (vendor: string) =>
      `A search validator must be synchronous, and the one of ${vendor} returned a promise: put asynchronous checks into the guard`,
  },
  HB009: {
    title: 'A value is where html cannot write it',
    say: (before: string) =>
      `html: cannot write a value at the end of ${before}. Put the value between tags, or into a quoted attribute that is no event handler`,
  },
  HB010: {
    title: 'The thrown value is no Error',
    say: (name: string | undefined, thrown: unknown) =>
      `A guard, loader, head or view${name === undefined ? '' : ` of "${name}"`} threw ${isOutcome(thrown) ? `the outcome ${show(thrown)}: return it, as in "return notFound()"` : `${show(thrown)}: throw an Error, because its stack names the place. Return outcomes, such as notFound()`}`,
  },
  HB011: {
    title: 'The started value is no route table',
    say: (value: unknown) =>
      `Cannot start the router with ${show(value)}: expected a route table. Pass the result of defineRoutes({ … })`,
  },
  HB012: {
    title: 'There is no outlet',
    say: () =>
      'Cannot start the router: the document has no <hashbang-outlet>. Put <hashbang-outlet></hashbang-outlet> where your pages should appear, or set the option `outlet`',
  },
  HB013: {
    title: 'The outlet has a router',
    say: () =>
      'Cannot start a second router on this outlet: call stop() on the first, or set `outlet` to another element. If an edit in development leads here, a view imports the module that calls start(): let it import a module that start() fills',
  },
  HB014: {
    title: 'The history state cannot be stored',
    say: (state: string, cause: unknown) =>
      `Cannot store this historyState with "${state}": ${String(cause).replace(/\.$/, '')}. Pass plain data, such as an id, and look the rest up`,
  },
  HB015: {
    title: 'A link leads to no state',
    say: (href: string, names: readonly string[]) =>
      `Cannot navigate to "${href}": it is neither the name of a route${didYouMean(href, names)} (${listed(names)}) nor a link to a state of this page. Correct the name, or pass the result of routes.href()`,
  },
  HB016: {
    title: 'A prefix of readable addresses cannot be used',
    say: (prefix: unknown) =>
      `Cannot put readable addresses under ${show(prefix)}: expected a path such as "/s/", of letters, digits, "-", "_" and "~", with "/" at both ends`,
  },
  HB017: {
    title: 'Redirects do not end',
    say: (...states: string[]) => {
      const again = states.findIndex((state, at) => states.indexOf(state) < at)
      const shown = again < 0 ? states : states.slice(0, again + 1)
      return `Stopped after ${states.length - 2} redirects: ${shown.map((state) => `"#!${state}"`).join(' -> ')}. Let one of these routes show a page`
    },
  },
  HB018: {
    title: 'An option of a route or table cannot be used',
    say: (name: string, option: string, why: string) => `"${option}" of "${name}" ${why}`,
  },
  HB019: {
    title: 'The entries of a route cannot be listed',
    say: (name: string, source: string, why: string) =>
      `The "entries" of "${name}" (${source}) ${why}`,
  },
  HB020: {
    title: 'A view returns no HTML',
    say: (name: string, made: unknown) =>
      `The view of "${name}" returned ${show(made)} instead of HTML: return html\`…\`, as in htmlView((page) => { return html\`…\` })`,
  },
} satisfies Readonly<Record<string, DiagnosticText>>

// An import of outcome.ts would close a circle.
const isOutcome = (value: unknown): boolean => Symbol.for('hashbang-outcome') in Object(value)

const fileOf = (load: unknown): string => {
  const [, file] = /["'`](\.{0,2}\/[^"'`]+)/.exec(String(load)) ?? []
  return file === undefined ? '' : `, ${file},`
}

/** Formats any value for a message: short, on one line. */
export function show(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  if (typeof value === 'function') return `the function ${value.name || '() => …'}`
  try {
    const json = typeof value === 'object' ? JSON.stringify(value) : undefined
    const written = typeof value === 'string' ? JSON.stringify(value) : (json ?? String(value))
    return written.length > LONG ? `${written.slice(0, LONG)}…` : written
  } catch {
    return 'an object'
  }
}

const LONG = 80
const MANY = 20

export const listed = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : names
        .slice(0, MANY)
        .map((name) => `"${name}"`)
        .join(', ') + (names.length > MANY ? ` and ${names.length - MANY} more` : '')

writeMessages((code, values) => {
  const { say, below } = TEXTS[code as keyof typeof TEXTS] as {
    readonly [K in 'say' | 'below']?: (...values: readonly unknown[]) => string
  }
  return `${code}: ${say?.(...values)}.${below?.(...values) ?? ''}`
})

export type PatternReason = '#' | '=' | 'key' | 'text' | 'twice' | 'alone' | 'apart'
