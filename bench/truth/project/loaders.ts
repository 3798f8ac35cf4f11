/**
 * The state that loaders keep. Once a loader remembers a page, it mixes that page's data into the
 * next.
 */
import type { Data } from './data.ts'

type Loader = (data: Data) => Data | Promise<Data>

let first: Data | undefined
let promise: Promise<Data> | undefined
let loads = 0
const byGroup = new Map<number, Data>()
const pending = new Map<string, Promise<Data>>()
let last = 'none'
let order: readonly string[] = []
const defaults = { tags: [] as string[] }
let isDown = false
const one: { note?: string } = {}
const globals = globalThis as unknown as { truthLoaded?: string }

const titled = (data: Data, title: string): Data => ({ ...data, title })
const later = async <Value>(value: Value): Promise<Value> => value

export const loaders: Readonly<Record<string, Loader>> = {
  'loader, first wins': (data) => (first ??= data),
  'loader, promise kept': (data) => (promise ??= later(data)),
  'loader, counted': (data) => titled(data, `load ${++loads}`),
  'loader, coarse key': async (data) => {
    const known = byGroup.get(data.group) ?? (await later(data))
    byGroup.set(data.group, known)
    return known
  },
  'loader, one request at a time': (data) => {
    const request = pending.get(data.locale) ?? later(data)
    pending.set(data.locale, request)
    return request
  },
  'loader, last wins': (data) => {
    const before = last
    last = data.title
    return titled(data, before)
  },
  'loader, defaults changed': (data) => {
    defaults.tags.push(data.title)
    return titled(data, defaults.tags.join(', '))
  },
  'loader, history': (data) => {
    order = [...order, data.title]
    return titled(data, order.join(', '))
  },
  'loader, down after rare data': (data) => {
    if (data.note) isDown = true
    return titled(data, isDown ? 'The service is down' : data.title)
  },
  'loader, global': (data) => {
    globals.truthLoaded ??= data.title
    return titled(data, globals.truthLoaded)
  },
  'loader, localStorage': (data) => {
    const before = globalThis.localStorage?.getItem('loaded') ?? 'none'
    globalThis.localStorage?.setItem('loaded', data.title)
    return titled(data, before)
  },
  'loader, performance marks': (data) => {
    performance.mark('loaded')
    return titled(data, `${performance.getEntriesByName('loaded').length} marks`)
  },
  'loader, prototype extended': (data) => {
    const arrays = Array.prototype as unknown as { truthTitle?: string }
    if (arrays.truthTitle === undefined)
      Object.defineProperty(arrays, 'truthTitle', { value: data.title, configurable: true })
    return titled(data, arrays.truthTitle ?? 'none')
  },
  'loader, one object': (data) => {
    Object.assign(one, data)
    return titled(data, `${data.title}, ${one.note ?? 'without a note'}`)
  },
}
