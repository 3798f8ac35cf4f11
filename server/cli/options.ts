// Options that several commands take, and the readings of their values. A value that cannot be used is
// refused with what would be right.

import { InvalidArgumentError, Option } from 'commander'
import { STATE_PREFIXES } from '../site/state-shape.ts'

/** The end of a command's help. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  hashbang ${line}`).join('\n')}`

/** Reads a whole number of at least `least`. */
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(
      `Expected a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}.`,
    )
  }

/** `--json`. */
export const jsonOption = () => new Option('--json', 'print the result as one JSON document')

/** `--config <file>`. */
export const configOption = () =>
  new Option('-c, --config <file>', 'config file (default: hashbang.config.{js,mjs,ts})')

/** `--states-file <file>`. */
export const statesFileOption = () =>
  new Option(
    '--states-file <file>',
    'states of an adopted page, one a line: URLs, fragments or states; may be gzipped (default: what its sitemap and its links lead to)',
  )

/** `--fragments <prefix>`. */
export const fragmentsOption = () =>
  new Option(
    '--fragments <prefix>',
    'what fragments of states begin with at that site; of those without "!" the ugly URL is asked for',
  )
    .choices(STATE_PREFIXES)
    .default('#!')

/** `--concurrency <n>`. */
export const concurrencyOption = (value: number, what = 'requests at a time') =>
  new Option('--concurrency <n>', what).argParser(whole(1, 1000)).default(value)

/** A timer takes no more. */
const LONGEST = 2 ** 31 - 1

/** `--timeout <ms>`. */
export const timeoutOption = (value: number) =>
  new Option('--timeout <ms>', 'how long an answer may take')
    .argParser(whole(1, LONGEST))
    .default(value)
