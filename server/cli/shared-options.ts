// Defines commands, and has the flags that several share. An invalid value is refused with a valid
// example.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { STATE_PREFIXES } from '../site/adopted-urls.ts'
import type { OpenedCommand, Runner } from './open-command.ts'
import { type Exit, UsageError } from './terminal.ts'

/** Adds a command to the program. `run` makes the action of its work. */
export type AddCommand = (program: Command, run: Runner) => void

/** An option of commander, with the type of its value. */
class Flag<T> extends Option {
  declare readonly value: T
}

/** The value of a flag without a parser. */
type Given<F extends string> = F extends `${string}...>`
  ? readonly string[]
  : F extends `${string}${'<' | '['}${string}`
    ? string
    : F extends `--no-${string}`
      ? boolean
      : true

/** The value of a flag that is not given. Those with "no" are true then. */
type Absent<F extends string> = F extends `--no-${string}` ? true : undefined

/** Defines a flag as `option()` of commander does. @param value The default. */
export function flag<F extends string, T = Given<F>, D = Absent<F>>(
  flags: F,
  description: string,
  parse?: (text: string) => T,
  value?: D,
): Flag<T | D> {
  const option = new Flag<T | D>(flags, description).default(value)
  return parse ? option.argParser(parse) : option
}

/** Defines a flag that takes one of some values. @param shown The default in the help. */
export const choice = <const C extends string, D = undefined>(
  flags: string,
  description: string,
  choices: readonly C[],
  value?: D,
  shown?: string,
): Flag<C | D> => new Flag<C | D>(flags, description).choices(choices).default(value, shown)

/** The values of flags. @see Flag */
export type FlagValues<F> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never }

interface Definition<F> {
  readonly name: string
  readonly description: string
  readonly argument?: readonly [name: string, description: string]
  /** The keys are commander's names of the flags: `--served-from` is `servedFrom`. */
  readonly flags: F
  readonly examples: readonly string[]
  /** The end of its help. */
  readonly help?: string
  readonly work: (command: OpenedCommand, flags: FlagValues<F>, argument: string) => Promise<Exit>
}

/** Defines a command. serve.ts is a short example. commands.ts lists all commands. */
export const defineCommand =
  <F extends Readonly<Record<string, Option>>>(definition: Definition<F>): AddCommand =>
  (program, run) => {
    const { name, description, argument, flags, help = '', work } = definition
    const command = program.command(name).description(description)
    if (argument) command.argument(...argument)
    for (const flag of Object.values(flags)) command.addOption(flag)
    command
      .addHelpText(...examples(...definition.examples))
      .addHelpText('after', help)
      .action(run((opened) => work(opened, command.opts(), command.args[0] as string)))
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

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1

/** The flags that several commands have. */
export const shared = {
  json: flag('--json', 'print the result as one JSON document'),
  config: flag('-c, --config <file>', 'config file (default: hashbang.config.{js,mjs,ts})'),
  origin: flag('--origin <url>', 'scheme, host and port of the site (ORIGIN)'),
  fragments: choice(
    '--fragments <prefix>',
    'how states begin in the URLs of that site',
    STATE_PREFIXES,
    '#!' as const,
  ),
  sandbox: flag(
    '--no-sandbox',
    'run Chromium without its sandbox (needed as root); only for sites you trust',
  ),
  logLevel: (what: string, value?: 'warn') => choice('--log-level <level>', what, LEVELS, value),
  concurrency: (value: number, what = 'requests at a time') =>
    flag('--concurrency <n>', what, wholeNumber(1, 1000), value),
  timeout: (value: number) =>
    flag('--timeout <ms>', 'time limit of a response, in ms', wholeNumber(1, LONGEST), value),
}

/** @param attempt The command's verb. @throws {UsageError} When the URL is not http or https. */
export function readSiteUrl(attempt: string, url: string, like = 'https://example.com/'): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url)
  throw new UsageError(`Cannot ${attempt} "${url}": expected a URL such as "${like}"`)
}
