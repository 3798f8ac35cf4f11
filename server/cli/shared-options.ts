// Defines commands, and has the flags that several share. An invalid value is refused with a valid
// example.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { STATE_PREFIXES } from '../site/adopted-urls.ts'
import { type OpenedCommand, openCommand } from './open-command.ts'
import { type Exit, UsageError } from './terminal.ts'

/** Adds a command to the program. `onEnd` receives its exit code. */
export type AddCommand = (program: Command, onEnd: (code: Exit) => void) => void

/** An option of commander, with the type of its value. */
class Flag<T> extends Option {
  declare readonly value: T
  /** The flag that sets the value to false, such as `--no-readable`. */
  negation: Option | undefined
}

/** The value of a flag without a parser. */
type Given<F extends string> = F extends `${string}...>`
  ? readonly string[]
  : F extends `${string}<${string}`
    ? string
    : F extends `${string}[${string}`
      ? string | true
      : F extends `--no-${string}`
        ? boolean
        : true

/** The value of a flag that is not given: true for `--no-…`. */
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

/** Adds the flag with "no". @param description What that flag does. */
export function negatable<T>(positive: Flag<T>, description: string): Flag<T | false> {
  positive.negation = new Option(`--no-${positive.name()}`, description)
  return positive
}

/** Defines a flag that takes one of some values. */
export const choice = <const C extends string, D = undefined>(
  flags: string,
  description: string,
  choices: readonly C[],
  value?: D,
): Flag<C | D> => new Flag<C | D>(flags, description).choices(choices).default(value)

export type FlagValues<F> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never }

interface Definition<F> {
  readonly name: string
  readonly description: string
  readonly argument?: readonly [name: string, description: string]
  /** The keys are commander's names of the flags: `--served-from` is `servedFrom`. */
  readonly flags: F
  readonly examples: readonly string[]
  /** The end of the help, after the examples. */
  readonly help?: string
  readonly work: (command: OpenedCommand, flags: FlagValues<F>, argument: string) => Promise<Exit>
}

/** Defines a command. serve.ts is a short example. commands.ts lists all commands. */
export const defineCommand =
  <F extends Readonly<Record<string, Option>>>(definition: Definition<F>): AddCommand =>
  (program, onEnd) => {
    const { name, description, argument, flags, examples, help = '', work } = definition
    const command = program.command(name).description(description)
    if (argument) command.argument(...argument)
    for (const flag of Object.values(flags)) {
      command.addOption(flag)
      if (flag instanceof Flag && flag.negation) command.addOption(flag.negation)
    }
    command
      .addHelpText(
        'after',
        `\nExamples:\n${examples.map((line) => `  hashbang ${line}`).join('\n')}`,
      )
      .addHelpText('after', help)
      .action(async () => {
        const opened = openCommand(command)
        try {
          onEnd(await work(opened, command.opts(), command.args[0] as string))
        } finally {
          opened.close()
        }
      })
  }

/** The default prefix of readable addresses. */
export const PREFIX = '/s/'

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
