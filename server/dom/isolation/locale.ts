/**
 * Makes the site's locale and time zone the default of `Intl`, `toLocaleString`,
 * `navigator.language` and local times of `Date`. Code that names a locale or zone keeps it.
 * Unchanged if the machine's are the same.
 */
import { installTimeZone } from './time-zone.ts'

export interface Region {
  /** A BCP 47 language tag, such as `en-US`. */
  readonly locale: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

type Options = Readonly<Record<string, unknown>> | undefined

const CONSTRUCTORS =
  'Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter'

/** Methods by the position of their locale argument, with defaults for the others. */
const METHODS: readonly (readonly [owner: string, names: string, position: 0 | 1])[] = [
  ['Date', 'toLocaleString toLocaleDateString toLocaleTimeString', 0],
  ['Number', 'toLocaleString', 0],
  ['BigInt', 'toLocaleString', 0],
  ['String', 'toLocaleLowerCase toLocaleUpperCase', 0],
  ['String', 'localeCompare', 1],
]

/** SIDE EFFECT: sets the defaults of this thread. */
export function installRegion(target: Record<string, unknown>, { locale, timeZone }: Region): void {
  const navigator = Object.getPrototypeOf(target.navigator)
  const languages = Object.freeze([locale])
  Object.defineProperties(navigator, {
    language: { configurable: true, enumerable: true, get: () => locale },
    languages: { configurable: true, enumerable: true, get: () => languages },
  })
  installTimeZone(target, timeZone, locale)
  const own = new Intl.DateTimeFormat().resolvedOptions()
  if (own.locale === locale && own.timeZone === timeZone) return

  // Unknown locales fall back to the site's, not the machine's.
  const locales = (given: unknown): unknown =>
    given === undefined ? locale : [...[given].flat(), locale]
  const zoned = (options: Options): Options => {
    if (options?.timeZone !== undefined) return options
    return { ...options, timeZone }
  }
  const intl = Intl as unknown as Record<string, NewableFunction | undefined>
  for (const name of CONSTRUCTORS.split(' ')) {
    const original = intl[name]
    // Later versions of Node have more of them.
    if (original === undefined) continue
    const filled = ([given, options]: unknown[]): unknown[] => [
      locales(given),
      name === 'DateTimeFormat' ? zoned(options as Options) : options,
    ]
    const replaced = new Proxy(original, {
      construct: (given, args, made) => Reflect.construct(given, filled(args), made),
      apply: (given, self, args) => Reflect.apply(given, self, filled(args)),
    })
    const hidden = { configurable: true, writable: true, value: replaced }
    Object.defineProperty(intl, name, hidden)
    Object.defineProperty(original.prototype, 'constructor', hidden)
  }
  for (const [owner, names, position] of METHODS) {
    const { prototype } = target[owner] as { prototype: Record<string, unknown> }
    for (const name of names.split(' ')) {
      const original = prototype[name] as (this: unknown, ...args: unknown[]) => unknown
      const value = function (this: unknown, ...args: unknown[]) {
        args[position] = locales(args[position])
        if (owner === 'Date') args[1] = zoned(args[1] as Options)
        return original.apply(this, args)
      }
      Object.defineProperty(prototype, name, { configurable: true, writable: true, value })
    }
  }
}
