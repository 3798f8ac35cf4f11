// Has the flags that several commands share. An invalid value is refused with a valid example.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { STATE_PREFIXES } from '../site/adopted-urls.ts'
import { type Exit, UsageError } from './terminal.ts'

/** Adds a command to the program. Its action gives its exit code to `run`. */
export type AddCommand = (program: Command, run: (code: Promise<Exit>) => Promise<void>) => void

/** Of readable addresses, unless another is given. */
export const PREFIX = '/s/'

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  hashbang ${line}`).join('\n')}`

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(
      `Expected a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}.`,
    )
  }

export const jsonOption = () => new Option('--json', 'print the result as one JSON document')

export const configOption = () =>
  new Option('-c, --config <file>', 'config file (default: hashbang.config.{js,mjs,ts})')

export const originOption = () =>
  new Option('--origin <url>', 'scheme, host and port of the site (ORIGIN)')

export const statesFileOption = () =>
  new Option(
    '--states-file <file>',
    'states of an adopted page, one on each line; may be gzipped (default: its sitemap and links)',
  )

export const fragmentsOption = () =>
  new Option('--fragments <prefix>', 'how states begin in the URLs of that site')
    .choices(STATE_PREFIXES)
    .default('#!')

export const sandboxOption = () =>
  new Option(
    '--no-sandbox',
    'run Chromium without its sandbox (needed as root); only for sites you trust',
  )

export const concurrencyOption = (value: number, what = 'requests at a time') =>
  new Option('--concurrency <n>', what).argParser(wholeNumber(1, 1000)).default(value)

/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1

export const timeoutOption = (value: number) =>
  new Option('--timeout <ms>', 'time limit of a response, in ms')
    .argParser(wholeNumber(1, LONGEST))
    .default(value)

/** @param attempt The command's verb. @throws {UsageError} When the URL is not http or https. */
export function readSiteUrl(attempt: string, url: string, like = 'https://example.com/'): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url)
  throw new UsageError(`Cannot ${attempt} "${url}": expected a URL such as "${like}"`)
}
