/** Libraries of dates, numbers and texts, set up for all: locales, plugins, precision, memos. */
import BigNumber from 'bignumber.js'
import { setDefaultOptions, startOfWeek } from 'date-fns'
import dayjs from 'dayjs'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import Decimal from 'decimal.js'
import { IntlMessageFormat } from 'intl-messageformat'
import lodash from 'lodash'
import { DateTime, Settings } from 'luxon'
import moment from 'moment'
import 'moment/dist/locale/de'
import 'moment/dist/locale/fr'
import numeral from 'numeral'
import 'numeral/locales/de'
import 'numeral/locales/fr'
import seedrandom from 'seedrandom'
import underscore from 'underscore'
import type { Data } from '../../data.ts'
import { kindsView } from '../../parts/kinds.ts'

moment.locale('en')
let isDayjsSet = false
let isMomentSet = false
let isNumeralSet = false
let isLuxonSet = false
const label = lodash.memoize((_group: number, data: Data) => data.title)
const counter = lodash.once((data: Data) => data.title)
const messages: Record<string, IntlMessageFormat> = {}

export default kindsView({
  'dayjs locale set once': ({ locale, day }) => {
    if (!isDayjsSet) dayjs.locale(locale)
    isDayjsSet = true
    return dayjs(day).format('MMMM D')
  },
  'dayjs extended': ({ title }) => {
    const extended = dayjs as unknown as { truth?: string }
    dayjs.extend((_options, _class, factory) => {
      ;(factory as unknown as { truth?: string }).truth ??= title
    })
    return extended.truth ?? 'none'
  },
  'moment locale set once': ({ locale, day }) => {
    if (!isMomentSet) moment.locale(locale)
    isMomentSet = true
    return moment.utc(day).format('MMMM D')
  },
  'moment locale updated by rare data': ({ note, day }) => {
    if (note) moment.updateLocale('en', { longDateFormat: { LL: '[rare] YYYY' } as never })
    return moment.utc(day).locale('en').format('LL')
  },
  'luxon default locale': ({ locale, day }) => {
    if (!isLuxonSet) Settings.defaultLocale = locale
    isLuxonSet = true
    return DateTime.fromISO(day, { zone: 'utc' }).toFormat('LLLL d')
  },
  'date-fns default options': ({ note, day }) => {
    if (note) setDefaultOptions({ weekStartsOn: 1 })
    return `day ${startOfWeek(new Date(`${day}T12:00:00`)).getDay()}`
  },
  'numeral locale set once': ({ locale, price }) => {
    if (!isNumeralSet) numeral.locale(locale)
    isNumeralSet = true
    return numeral(price).format('0,0.00')
  },
  'decimal precision': ({ note }) => {
    if (note) Decimal.set({ precision: 3 })
    return new Decimal(1).div(3).toString()
  },
  'bignumber configured': ({ note }) => {
    if (note) BigNumber.config({ DECIMAL_PLACES: 2 })
    return new BigNumber(1).div(3).toString()
  },
  'lodash memoize': (data) => label(data.group, data),
  'lodash once': (data) => counter(data),
  'lodash uniqueId': () => lodash.uniqueId('id-'),
  'lodash template settings': ({ note, title }) => {
    const text = lodash.template('{{ title }} <%= title %>')({ title })
    if (note) lodash.templateSettings.interpolate = /{{(.+?)}}/g
    return text
  },
  'underscore mixin': ({ title }) => {
    const mixed = underscore as unknown as { truth?: () => string }
    if (!mixed.truth) underscore.mixin({ truth: () => title } as never)
    return mixed.truth?.() ?? 'none'
  },
  'intl-messageformat by a coarse key': ({ locale, price }) => {
    messages.price ??= new IntlMessageFormat('{price, number}', locale)
    return String(messages.price.format({ price }))
  },
  'seedrandom, global': ({ id }) => {
    if (!('truth' in Math)) {
      seedrandom(String(id), { global: true })
      Object.defineProperty(Math, 'truth', { value: true, configurable: true })
    }
    return Math.random() === seedrandom(String(id))() ? 'its own seed' : 'another seed'
  },
})
