// Runs commands, and has the flags that several share. An invalid value is refused with a valid
// example.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { STATE_PREFIXES } from '../site/adopted-urls.ts'
import { createTerminal, type Exit, type Terminal, UsageError } from './terminal.ts'

/** Runs a command with its arguments. */
type Work<A extends readonly unknown[]> = (terminal: Terminal, ...args: A) => Promise<Exit>
type Runner = <A extends readonly unknown[]>(work: Work<A>) => (...args: A) => Promise<void>

/** Adds a command to the program. `run` makes the action of its work. */
export type AddCommand = (program: Command, run: Runner) => void

/** @param onEnd Receives the exit code of a command. */
export const runner =
  (onEnd: (code: Exit) => void): Runner =>
  (work) =>
  async (...args) => {
    const command = args.at(-1) as Command
    onEnd(await work(createTerminal(command.opts()), ...args))
  }

/** Of readable addresses, unless another is given. */
export const PREFIX = '/s/'

/** The arguments of commander's `addHelpText`. */
export const examples = (...lines: readonly string[]) =>
  ['after', `\nExamples:\n${lines.map((line) => `  hashbang ${line}`).join('\n')}`] as const

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(
      `Expected a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}.`,
    )
  }

/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1

/** The options that several commands have. */
export const option = {
  json: () => new Option('--json', 'print the result as one JSON document'),
  config: () =>
    new Option('-c, --config <file>', 'config file (default: hashbang.config.{js,mjs,ts})'),
  origin: () => new Option('--origin <url>', 'scheme, host and port of the site (ORIGIN)'),
  statesFile: () =>
    new Option(
      '--states-file <file>',
      'states of an adopted page, one on each line; may be gzipped (default: its sitemap and links)',
    ),
  fragments: () =>
    new Option('--fragments <prefix>', 'how states begin in the URLs of that site')
      .choices(STATE_PREFIXES)
      .default('#!'),
  sandbox: () =>
    new Option(
      '--no-sandbox',
      'run Chromium without its sandbox (needed as root); only for sites you trust',
    ),
  concurrency: (value: number, what = 'requests at a time') =>
    new Option('--concurrency <n>', what).argParser(wholeNumber(1, 1000)).default(value),
  timeout: (value: number) =>
    new Option('--timeout <ms>', 'time limit of a response, in ms')
      .argParser(wholeNumber(1, LONGEST))
      .default(value),
}

/** @param attempt The command's verb. @throws {UsageError} When the URL is not http or https. */
export function readSiteUrl(attempt: string, url: string, like = 'https://example.com/'): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url)
  throw new UsageError(`Cannot ${attempt} "${url}": expected a URL such as "${like}"`)
}
