/** dayjs, luxon and date-fns, of fixed dates. */
import {
  addDays,
  differenceInDays,
  format,
  formatDistance,
  formatRelative,
  parseISO,
} from 'date-fns'
import { de } from 'date-fns/locale/de'
import dayjs from 'dayjs'
import 'dayjs/locale/de.js'
import relativeTime from 'dayjs/plugin/relativeTime.js'
import utc from 'dayjs/plugin/utc.js'
import { DateTime, Duration, Interval } from 'luxon'
import { cases } from '../cases.ts'

dayjs.extend(relativeTime)
dayjs.extend(utc)
const lines = (...texts: string[]) => `<p>${texts.join('</p><p>')}</p>`

export default cases({
  dayjs(element) {
    const day = dayjs('2024-02-29T12:30:00')
    element.innerHTML = lines(
      day.format('dddd, MMMM D, YYYY h:mm A'),
      day.locale('de').format('dddd, D. MMMM'),
      day.add(1, 'month').format(),
      day.from(dayjs('2024-03-01T12:30:00')),
    )
  },
  'dayjs now'(element) {
    element.innerHTML = lines(
      dayjs().subtract(3, 'day').fromNow(),
      String(dayjs().isAfter('2020-01-01')),
    )
  },
  luxon(element) {
    const then = DateTime.fromISO('2024-02-29T12:30:00')
    element.innerHTML = lines(
      then.toLocaleString(DateTime.DATETIME_FULL),
      then.setLocale('fr').toFormat('cccc d LLLL yyyy'),
      then.plus({ weeks: 1 }).toISODate() ?? '',
      Duration.fromObject({ hours: 3, minutes: 5 }).toHuman(),
      Interval.fromDateTimes(then, then.plus({ days: 3 })).toFormat('dd.MM'),
    )
  },
  'luxon zones'(element) {
    const then = DateTime.fromISO('2024-02-29T12:30:00Z', { zone: 'Asia/Tokyo' })
    element.innerHTML = lines(
      then.toString(),
      then.zoneName ?? '',
      then.setZone('utc').toFormat('ff'),
    )
  },
  'date-fns'(element) {
    const then = parseISO('2024-02-29T12:30:00')
    element.innerHTML = lines(
      format(then, 'EEEE, do MMMM yyyy', { locale: de }),
      formatDistance(then, addDays(then, 3), { addSuffix: true }),
      formatRelative(addDays(then, -3), then),
      String(differenceInDays(then, new Date(2024, 0, 1))),
    )
  },
  intl(element) {
    const then = new Date('2024-02-29T12:30:00Z')
    element.innerHTML = lines(
      then.toLocaleString(),
      then.toString(),
      new Intl.NumberFormat().format(1234.5),
      new Intl.RelativeTimeFormat('en').format(-2, 'day'),
      new Intl.ListFormat('en').format(['a', 'b', 'c']),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    )
  },
})
