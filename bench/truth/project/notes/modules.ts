/** State in variables of modules: the first page, the last one, a count, a flag. */
import type { Data } from '../data.ts'
import type { Notes } from './note.ts'

let first: string | undefined
let last: string | undefined
let views = 0
const nextId = (() => {
  let n = 0
  return () => `id-${n++}`
})()
let isReady = false
let settings = ''
function init(data: Data) {
  settings = data.title
  isReady = true
}
let isSpecial = false
let isOn = true
let isBroken = false
const seen: string[] = []
const WORDS = ['cherry', 'apple', 'banana']
const QUEUE = ['welcome']
const digits = /\d+/g
const letters = /[a-z]+/y
function* counting() {
  for (let n = 1; ; n++) yield n
}
const numbers = counting()
const words = ['one', 'two', 'three'].values()
let lock = false
const shared = { request: undefined as string | undefined }
const plugins = new Set<string>()
const registered = new Map<string, () => string>()
function register(name: string, make: () => string) {
  if (registered.has(name)) throw new Error(`"${name}" is registered already`)
  registered.set(name, make)
}
function draw(data: Data) {
  draw.count += 1
  return `${draw.count} drawn, ${data.title}`
}
draw.count = 0
let undo: string | undefined
let retries = 3
let longest = ''

export const notes: Notes = {
  'first wins': ({ title }) => (first ??= title),
  'last wins': ({ title }) => {
    const before = last ?? 'none'
    last = title
    return before
  },
  'own counter': () => `view ${++views}`,
  'counter in a closure': () => nextId(),
  'init once': (data) => {
    if (!isReady) init(data)
    return settings
  },
  'rare data sets a flag': ({ note }) => {
    if (note) isSpecial = true
    return isSpecial ? 'special' : 'plain'
  },
  'rare data turns off': ({ note }) => {
    if (note) isOn = false
    return isOn ? 'on' : 'off'
  },
  'flag after a caught error': ({ note, title }) => {
    try {
      if (note) throw new Error(note)
    } catch {
      isBroken = true
    }
    return isBroken ? 'Something went wrong' : title
  },
  'growing list': ({ title }) => {
    seen.push(title)
    return seen.join(', ')
  },
  'array reversed in place': () => WORDS.reverse().join(),
  'queue in a module': ({ title }) => {
    QUEUE.push(title)
    return QUEUE.shift() ?? 'nothing'
  },
  'global regex': ({ title }) => (digits.test(title) ? 'found' : 'not found'),
  'sticky regex': () => String(letters.exec('first second')?.[0]),
  'generator in a module': () => `number ${numbers.next().value}`,
  'iterator that ends': () => words.next().value ?? 'no word left',
  'lock never given back': ({ title }) => {
    if (lock) return 'busy'
    lock = true
    return title
  },
  'single flight': ({ title }) => {
    shared.request ??= title
    const { request } = shared
    return request
  },
  'plugin added by rare data': ({ note }) => {
    if (note) plugins.add('notes')
    return [...plugins].join() || 'no plugins'
  },
  'registered twice': ({ title }) => {
    register('page', () => title)
    return registered.get('page')?.() ?? 'none'
  },
  'count of a function': draw,
  'undo of the page before': ({ title }) => {
    const text = undo ? `undo ${undo}` : 'nothing to undo'
    undo = title
    return text
  },
  'retries used up': ({ note, title }) => {
    if (note) retries -= 1
    return retries > 2 || note ? title : 'gave up'
  },
  'longest so far': ({ title, note }) => {
    const text = note ?? title
    if (text.length > longest.length) longest = text
    return longest
  },
}
