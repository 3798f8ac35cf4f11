/**
 * The locale and the time zone of pages, which are the site's and not the machine's. In: both. Out: what asks for neither gets
 * them: the constructors of `Intl`, `toLocaleString` and its kin, `navigator.language`, local times of `Date`.
 * Code that names a locale or a zone gets what it names. Nothing is touched where the machine's own are the same.
 */
import type { Region } from '../pool/protocol.ts'
import { installTimeZone } from './time-zone.ts'

type Options = Readonly<Record<string, unknown>> | undefined

const CONSTRUCTORS =
  'Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter'

/** Methods whose first argument is a locale, or whose second is; with what stands for the rest. */
const METHODS: readonly (readonly [owner: string, names: string, position: 0 | 1])[] = [
  ['Date', 'toLocaleString toLocaleDateString toLocaleTimeString', 0],
  ['Number', 'toLocaleString', 0],
  ['BigInt', 'toLocaleString', 0],
  ['String', 'toLocaleLowerCase toLocaleUpperCase', 0],
  ['String', 'localeCompare', 1],
]

/** SIDE EFFECT: makes them the defaults of this thread. */
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

  // A locale that Node does not know falls back on the site's, not on the machine's.
  const locales = (given: unknown): unknown =>
    given === undefined ? locale : [...[given].flat(), locale]
  const zoned = (options: Options): Options => {
    if (options?.timeZone !== undefined) return options
    return { ...options, timeZone }
  }
  const intl = Intl as unknown as Record<string, NewableFunction | undefined>
  for (const name of CONSTRUCTORS.split(' ')) {
    const original = intl[name]
    // Some are of later versions of Node.
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
