// The sentences of the core's errors: what is wrong with which value, and what to do. SIDE EFFECT on import: messages are
// written by these from then on. Loaded by Node and by builds for development, see the exports of package.json.

import { writeMessages } from './diagnostics.ts'
import type { PatternReason } from './pattern.ts'

/** One kind of error: its title in docs/errors.md, and what it says of the values at fault. */
export interface Text {
  readonly title: string
  readonly say: (...values: never[]) => string
  /** What stands below the sentence. */
  readonly below?: (...values: never[]) => string
}

const VIEW =
  'export default htmlView(…), mountView(…) or a custom element class; a component of a framework goes into mountView'

const REASONS: Readonly<Record<PatternReason, (at: string) => string>> = {
  '#': () => 'leave out "#!", a pattern is what stands after it',
  '=': () => 'expected key=value',
  key: () => 'expected a key that is required',
  text: (sign) => `write "\\${sign}" for the text "${sign}"; one param a segment`,
  twice: (name) => `":${name}" is there twice`,
  alone: (param) => `":${param}" must be a segment alone, not the first, and the last unless "?"`,
  apart: (name) =>
    `":${name}?" could be read for this; put text between them, or give it another codec`,
}

/** By code. A code is never used again for something else. */
export const TEXTS = {
  HB001: {
    title: 'A pattern cannot be parsed',
    say: (reason: PatternReason, at: string) => `Cannot parse pattern: ${REASONS[reason](at)}`,
    below: (_reason: PatternReason, _at: string, source: string, index: number) =>
      `\n  ${source}\n  ${' '.repeat(index)}^`,
  },
  HB002: {
    title: 'A route is never reached',
    say: (name: string, source: string, first: string, firstSource: string) =>
      `"${name}" (${source}) is never reached: "${first}" (${firstSource}) takes all of its states. Give one of them another pattern, or codecs that refuse`,
  },
  HB003: {
    title: 'What a table holds is no route',
    say: (name: string, value: unknown) =>
      `"${name}" is no route but ${show(value)}: write ${name}: route('/pattern', { view: () => import('./view.ts') })`,
  },
  HB004: {
    title: 'A route has no view',
    say: (name: string, state: string) =>
      `The route "${name}" has no view, nor has one around it, so that "#!${state}" shows nothing: give it view: () => import('./view.ts'), or a guard that redirects`,
  },
  HB005: {
    title: 'A view is of no kind that can be shown',
    say: (name: string, value: unknown) =>
      value === undefined
        ? `The view module of "${name}" has no default export: ${VIEW}`
        : `The view of "${name}" is ${show(value)}, which cannot be shown: ${VIEW}`,
  },
  HB006: {
    title: 'There is no route of that name',
    say: (name: string, names: readonly string[]) =>
      `No route is named "${name}": there ${names.length === 1 ? 'is' : 'are'} ${listed(names)}`,
  },
  HB007: {
    title: 'A param cannot stand in a link',
    say: (name: string, source: string, param: string, value: unknown) =>
      `Cannot write "${name}" (${source}): ":${param}" is ${show(value)}. Give it a text, or what its codec writes as one, that is not empty`,
  },
  HB008: {
    title: 'A search validator is asynchronous',
    say: (vendor: string) =>
      `A search validator must be synchronous, and that of ${vendor} gave a promise: check what needs waiting for in the guard`,
  },
  HB009: {
    title: 'A value stands where html cannot write one',
    say: (before: string) =>
      `html: no value can stand at the end of ${before}. Put it between tags, or into an attribute with quotes that is no event handler`,
  },
  HB010: {
    title: 'What was thrown is undefined',
    say: () => 'A guard, loader, head or view threw undefined: throw an Error, which says where',
  },
  HB011: {
    title: 'What is no route table was started',
    say: (value: unknown) =>
      `Cannot start ${show(value)}: expected a table. Wrap the routes, defineRoutes({ … }), and give what that returns`,
  },
  HB012: {
    title: 'There is no outlet',
    say: () =>
      'Cannot start the router: the document has no <hashbang-outlet>. Put <hashbang-outlet></hashbang-outlet> where pages are to be shown, or give `outlet`',
  },
  HB013: {
    title: 'The outlet has a router',
    say: () =>
      'Cannot start a second router on this outlet: stop() the first, or give `outlet` another one',
  },
  HB014: {
    title: 'What is to be kept with the history cannot be kept',
    say: (state: string, cause: unknown) =>
      `Cannot keep this historyState with "${state}": ${cause}. Give plain data, by which the rest is found`,
  },
  HB015: {
    title: 'A link leads to no state',
    say: (href: string) =>
      `Cannot navigate to "${href}": it is neither the name of a route nor a link to a state of this page. Give what table.href() returns`,
  },
  HB016: {
    title: 'A prefix of readable addresses cannot be used',
    say: (prefix: unknown) =>
      `Cannot put readable addresses under ${show(prefix)}: expected a path such as "/s/", of letters, digits, "-", "_" and "~", with "/" at both ends`,
  },
  HB017: {
    title: 'Redirects do not end',
    say: (...states: string[]) =>
      `Stopped after ${states.length - 2} redirects: ${states.map((state) => `"#!${state}"`).join(' -> ')}`,
  },
} satisfies Readonly<Record<string, Text>>

/** A value as it can stand in a message: short, on one line, whatever it is. */
export function show(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name || '() => …'}`
  try {
    const text = typeof value === 'object' ? JSON.stringify(value) : undefined
    const said = typeof value === 'string' ? JSON.stringify(value) : (text ?? String(value))
    return said.length > LONG ? `${said.slice(0, LONG)}…` : said
  } catch {
    return 'an object'
  }
}

const LONG = 80
const MANY = 20

/** Names in quotes; of many the first. */
export const listed = (names: readonly string[]): string =>
  names.length === 0
    ? 'none'
    : names
        .slice(0, MANY)
        .map((name) => `"${name}"`)
        .join(', ') + (names.length > MANY ? ` and ${names.length - MANY} more` : '')

writeMessages((code, values) => {
  const { say, below } = TEXTS[code] as {
    readonly [K in 'say' | 'below']?: (...values: readonly unknown[]) => string
  }
  return `${code}: ${say?.(...values)}.${below?.(...values) ?? ''}`
})
