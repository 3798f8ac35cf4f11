/**
 * Gives `Date` a time zone of its own: a thread cannot set `TZ` apart from its process. Unchanged
 * if the machine has the zone already.
 * https://tc39.es/ecma262/#sec-local-time
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Offsets change on multiples of this only. */
const STEP = 15 * MINUTE
const MOST_STEPS = 10_000

const { prototype } = Date
const native = Object.getOwnPropertyDescriptors(prototype)
const NativeDate = Date
const NativeFormat = Intl.DateTimeFormat

interface Zone {
  /** Local time minus UTC, in ms. */
  offset(utc: number): number
  toUtc(local: number): number
  name(utc: number): string
}

function zoneOf(timeZone: string, locale: string): Zone {
  const format = new NativeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const names = new NativeFormat(locale, { timeZone, timeZoneName: 'long' })
  const known = new Map<number, number>()

  function measured(utc: number): number {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(utc)) parts[type] = Number(value)
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
    return NativeDate.UTC(year, month - 1, day, hour, minute, second) - utc
  }
  function offset(utc: number): number {
    if (timeZone === 'UTC' || Number.isNaN(utc)) return 0
    // Dates before the year 100 are formatted differently.
    const step = Math.max(Math.floor(utc / STEP), EARLIEST) * STEP
    let found = known.get(step)
    if (found === undefined) {
      if (known.size >= MOST_STEPS) known.clear()
      found = measured(step)
      known.set(step, found)
    }
    return found
  }
  // Takes the first of two equal local times; a skipped time counts from before the gap.
  function toUtc(local: number): number {
    if (Number.isNaN(local)) return local
    const before = offset(local - DAY)
    const after = offset(local + DAY)
    for (const ahead of [before, after]) if (offset(local - ahead) === ahead) return local - ahead
    return local - before
  }
  const name = (utc: number) =>
    names.formatToParts(utc).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return { offset, toUtc, name }
}

const EARLIEST = Math.ceil(NativeDate.UTC(101, 0) / STEP)

const FIELDS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']

/** Text with an absolute time: a date alone is UTC. */
const ABSOLUTE =
  /^[+-]?\d{4,6}(?:-\d\d){0,2}$|(?:Z|GMT|UTC?|[ECMP][SD]T|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/i
const ISO = /^[+-]?\d{4,6}-\d\d-\d\dT/

/** SIDE EFFECT: gives `Date` the zone's local times. @param locale Language of the zone's name. */
export function installTimeZone(
  target: Record<string, unknown>,
  timeZone: string,
  locale: string,
): void {
  if (new NativeFormat().resolvedOptions().timeZone === timeZone) return
  const zone = zoneOf(timeZone, locale)
  type Method = (this: Date, ...args: unknown[]) => unknown
  const put = (name: string, value: Method) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })
  const utcMethod = (name: string) => native[name as 'getTime'].value as Method
  const local = (date: Date): Date => {
    const time = prototype.getTime.call(date)
    return new NativeDate(time + zone.offset(time))
  }

  for (const field of FIELDS) {
    const get = utcMethod(`getUTC${field}`)
    put(`get${field}`, function () {
      return get.call(local(this))
    })
    if (field === 'Day') continue
    const set = utcMethod(`setUTC${field}`)
    put(`set${field}`, function (...args) {
      const shown = local(this)
      if (field === 'FullYear' && Number.isNaN(shown.getTime())) shown.setTime(0)
      set.apply(shown, args)
      return this.setTime(zone.toUtc(shown.getTime()))
    })
  }
  put('getYear', function () {
    return this.getFullYear() - 1900
  })
  put('setYear', function (year) {
    const given = Math.trunc(Number(year))
    return this.setFullYear(given >= 0 && given <= 99 ? 1900 + given : given)
  })
  put('getTimezoneOffset', function () {
    const time = this.getTime()
    return Number.isNaN(time) ? time : -zone.offset(time) / MINUTE || 0
  })
  put('toDateString', function () {
    if (Number.isNaN(this.getTime())) return 'Invalid Date'
    const [day, date, month, year] = local(this).toUTCString().replace(',', '').split(' ')
    return `${day} ${month} ${date} ${year}`
  })
  put('toTimeString', function () {
    const time = this.getTime()
    if (Number.isNaN(time)) return 'Invalid Date'
    const minutes = Math.abs(zone.offset(time)) / MINUTE
    const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
    const offset = `${zone.offset(time) < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`
    return `${/\d\d:\d\d:\d\d/.exec(local(this).toUTCString())} GMT${offset} (${zone.name(time)})`
  })
  put('toString', function () {
    if (Number.isNaN(this.getTime())) return 'Invalid Date'
    return `${this.toDateString()} ${this.toTimeString()}`
  })

  const parseNative = NativeDate.parse
  const parse = (given: unknown): number => {
    const text = String(given).trim()
    const found = parseNative(text)
    if (Number.isNaN(found) || ABSOLUTE.test(text)) return found
    return zone.toUtc(parseNative(ISO.test(text) ? `${text}Z` : `${text} UTC`))
  }
  NativeDate.parse = parse
  const one = (value: unknown): unknown => {
    const primitive =
      value instanceof NativeDate || typeof value !== 'object' || value === null
        ? value
        : toPrimitive(value)
    return typeof primitive === 'string' ? parse(primitive) : primitive
  }
  const construct = (given: DateConstructor, args: unknown[], made: NewableFunction) => {
    if (args.length === 0) return Reflect.construct(given, args, made)
    const [first] = args
    const time =
      args.length === 1
        ? one(first)
        : zone.toUtc(NativeDate.UTC(...(args as Parameters<typeof NativeDate.UTC>)))
    return Reflect.construct(given, [time], made)
  }
  const Zoned = new Proxy(target.Date as DateConstructor, {
    construct,
    apply: () => new Zoned().toString(),
  })
  target.Date = Zoned
  Object.defineProperty(prototype, 'constructor', {
    value: Zoned,
    configurable: true,
    writable: true,
  })
}

/** Converts with the default hint, as the constructor does. */
function toPrimitive(value: object): unknown {
  const convert = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[
    Symbol.toPrimitive
  ]
  if (typeof convert === 'function') return convert.call(value, 'default')
  const plain = value.valueOf()
  return typeof plain === 'object' ? String(value) : plain
}
