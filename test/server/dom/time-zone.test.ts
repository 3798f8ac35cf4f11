/** Local times of a zone that is given are those that a machine in it has. */
import { expect } from '@playwright/test'
import { seededRandom } from '../../../server/diagnostics/runtime/random.ts'
import { installTimeZone } from '../../../server/dom/isolation/time-zone.ts'
import { setVariable } from '../../environment.ts'
import { seed } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'

const test = suite('time-zone')

const TEXTS =
  '2020-03-29T02:30|2020-10-25T02:30:00|2020-01-01|Jan 5 2020|2020-01-01T00:00Z|2020-01-01T10:00+03:00|' +
  'Thu, 01 Jan 1970 00:00:00 GMT|1/2/2020 10:00 PM|nonsense|2020|2020-05|Jan 1 2020 10:00 EST'

/** Reads, sets, parses and makes dates. */
function answersOf(Kind: DateConstructor): unknown[] {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from))
  const said: unknown[] = []
  for (let round = 0; round < 300; round++) {
    const date = new Kind(whole(-1e12, 4e12))
    // Older versions of ICU know other names of zones.
    said.push(date.toString().replace(/ \(.*/, ''), date.getHours(), date.getDay())
    said.push(date.getTimezoneOffset())
    const [year, month, day] = [whole(1950, 2060), whole(0, 14), whole(0, 33)]
    const [hour, minute] = [whole(0, 26), whole(0, 61)]
    said.push(new Kind(year, month, day, hour, minute).getTime())
    said.push(date.setHours(hour, minute), date.setMonth(month), date.setDate(day))
  }
  for (const text of TEXTS.split('|')) said.push(Kind.parse(text), new Kind(text).getTime())
  const none = null as unknown as number
  const yes = true as unknown as number
  const Derived = class extends Kind {}
  said.push(String(new Kind(Number.NaN)), new Kind(Number.NaN).setFullYear(2020))
  said.push(new Kind(99, 0).getTime(), new Kind(none).getTime(), new Kind(yes).getTime())
  said.push(new Derived(2020, 1, 1).getTime(), new Kind(0).constructor === Kind)
  return said
}

/** Does the work on a machine in a zone, and leaves `Date` as it was. */
function inZone<T>(zone: string, work: () => T): T {
  const methods = Object.getOwnPropertyDescriptors(Date.prototype)
  const { parse } = Date
  const restore = setVariable('TZ', zone)
  try {
    return work()
  } finally {
    Object.defineProperties(Date.prototype, methods)
    Date.parse = parse
    restore()
  }
}

for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
  test(`local times of ${zone} are those that a machine in it has`, () => {
    const theirs = inZone(zone, () => answersOf(Date))
    const ours = inZone('Asia/Tokyo', () => {
      const globals = { Date }
      installTimeZone(globals, zone, 'en-US')
      return answersOf(globals.Date)
    })
    expect(ours).toEqual(theirs)
  })
}
