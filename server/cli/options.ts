// Options that several commands take, and the readings of their values. A value that cannot be used is
// refused with what would be right.

import { InvalidArgumentError, Option } from 'commander'

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

/** `--concurrency <n>`. */
export const concurrencyOption = (value: number, what = 'requests at a time') =>
  new Option('--concurrency <n>', what).argParser(whole(1, 1000)).default(value)

/** `--timeout <ms>`. */
export const timeoutOption = (value: number) =>
  new Option('--timeout <ms>', 'how long an answer may take').argParser(whole(1)).default(value)
