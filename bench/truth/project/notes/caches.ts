/** State under a key that is too coarse, in maps, classes, templates and default arguments. */
import type { Data } from '../data.ts'
import type { Notes } from './note.ts'

const byGroup = new Map<number, string>()
const byLocale: Record<string, string> = {}
const CONFIG = { theme: { color: 'black' }, title: undefined as string | undefined }
const byObject = new WeakMap<object, string>()
const frozen = Object.freeze({ theme: { color: 'black' }, list: [] as string[] })

class Store {
  static #instance: Store | undefined
  static getInstance(title: string) {
    Store.#instance ??= new Store(title)
    return Store.#instance
  }
  readonly title: string
  private constructor(title: string) {
    this.title = title
  }
}

class Model {
  static last = 'none'
  static readonly #known = new Map<number, string>()
  static named({ group, title }: Data) {
    const known = Model.#known.get(group) ?? title
    Model.#known.set(group, known)
    return known
  }
}

class Base {
  static readonly instances: string[] = []
  constructor(title: string) {
    Base.instances.push(title)
  }
}
class Derived extends Base {}

function memoize<Result>(work: (group: number, data: Data) => Result) {
  const known = new Map<number, Result>()
  return (group: number, data: Data) => {
    if (!known.has(group)) known.set(group, work(group, data))
    return known.get(group) as Result
  }
}
const label = memoize((group, { title }) => `${group} ${title}`)

function withDefaults({ title }: Data, options: { title?: string } = CONFIG) {
  options.title ??= title
  return options.title
}

const parts = new WeakMap<TemplateStringsArray, string>()
function template(strings: TemplateStringsArray, title: string) {
  const known = parts.get(strings) ?? strings.join(title)
  parts.set(strings, known)
  return known
}

const formats = new Map<string, Intl.NumberFormat>()
function money({ price, locale, currency }: Data) {
  const format =
    formats.get('money') ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set('money', format)
  return format.format(price)
}
let date: Intl.DateTimeFormat | undefined
let plural: Intl.PluralRules | undefined

function once<Result>(work: (data: Data) => Result) {
  let result: { value: Result } | undefined
  return (data: Data) => {
    result ??= { value: work(data) }
    return result.value
  }
}
const onlyOnce = once(({ title }) => title)
const lastArguments = { key: '', text: '' }
const registry = new Proxy({} as Record<string, string>, {
  get: (target, name) => Reflect.get(target, name) ?? 'none',
})
const pool: { text: string; note?: string | undefined }[] = []

export const notes: Notes = {
  'coarse key': ({ group, title }) => {
    const known = byGroup.get(group) ?? title
    byGroup.set(group, known)
    return known
  },
  'coarse key in an object': ({ locale, title }) => (byLocale[locale] ??= title),
  'WeakMap by a shared object': ({ title }) => {
    const known = byObject.get(CONFIG) ?? title
    byObject.set(CONFIG, known)
    return known
  },
  'singleton of a class': ({ title }) => Store.getInstance(title).title,
  'static field of a class': ({ title }) => {
    const before = Model.last
    Model.last = title
    return before
  },
  'static cache of a class': (data) => Model.named(data),
  'instances counted by a class': ({ title }) => {
    new Derived(title)
    return `${Base.instances.length} instances`
  },
  'memo of the first argument': (data) => label(data.group, data),
  'default argument changed': (data) => withDefaults(data),
  'memo by template': ({ title }) => template`The title is ${title}.`,
  'number format by a coarse key': money,
  'date format made once': ({ locale, day }) => {
    date ??= new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
    return date.format(new Date(day))
  },
  'plural rules made once': ({ locale, id }) => {
    plural ??= new Intl.PluralRules(locale)
    return `${plural.select(id % 3)} in ${plural.resolvedOptions().locale}`
  },
  'once()': onlyOnce,
  'memo of the last call': ({ group, title }) => {
    if (lastArguments.key !== `${group}`)
      Object.assign(lastArguments, { key: `${group}`, text: title })
    return lastArguments.text
  },
  'frozen settings changed within': ({ note }) => {
    if (note) frozen.theme.color = 'red'
    return frozen.theme.color
  },
  'frozen list grows': ({ title }) => {
    frozen.list.push(title)
    return frozen.list.join(', ')
  },
  'proxy of a registry': ({ title }) => {
    const before = registry.title as string
    registry.title = title
    return before
  },
  'object pool': ({ title, note }) => {
    const object = pool.pop() ?? { text: '' }
    object.text = title
    if (note) object.note = note
    const text = `${object.text} ${object.note ?? 'without a note'}`
    pool.push(object)
    return text
  },
}
