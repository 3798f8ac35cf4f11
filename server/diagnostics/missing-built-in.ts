/**
 * Names the built-in of the language that an error comes of: Chromium has it, and this Node has not. In: an error's message, as V8
 * writes it. Out: a sentence for the log. Which names there are was found by comparing the members of Chromium 150 with Node 20's.
 */
import { versions } from 'node:process'

/** Constructors, namespaces and their own members. */
const NAMES =
  `Array.fromAsync AsyncDisposableStack Atomics.pause DisposableStack Error.isError Float16Array Intl.DurationFormat Iterator
  Iterator.concat JSON.isRawJSON JSON.rawJSON Map.groupBy Math.f16round Math.sumPrecise Object.groupBy Promise.try
  Promise.withResolvers RegExp.escape SuppressedError Temporal Uint8Array.fromBase64 Uint8Array.fromHex
  WebAssembly.promising WebAssembly.Suspending WebAssembly.SuspendError`.split(/\s+/)

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([].values()))

/** Methods of objects, by the object that they inherit them from. */
const METHODS: readonly (readonly [owner: string, prototype: object, names: string])[] = [
  ['ArrayBuffer', ArrayBuffer.prototype, 'transfer transferToFixedLength'],
  ['DataView', DataView.prototype, 'getFloat16 setFloat16'],
  ['Date', Date.prototype, 'toTemporalInstant'],
  [
    'Intl.Locale',
    Intl.Locale.prototype,
    'getCalendars getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones getWeekInfo',
  ],
  ['Iterator', ITERATOR, 'take drop toArray'],
  ['Map', Map.prototype, 'getOrInsert getOrInsertComputed'],
  ['WeakMap', WeakMap.prototype, 'getOrInsert getOrInsertComputed'],
  ['Uint8Array', Uint8Array.prototype, 'toBase64 setFromBase64 toHex setFromHex'],
]

/** Arrays have them, too: a message that names one says nothing unless it was called on an iterator. */
const OF_ARRAYS = 'map filter flatMap forEach some every find reduce'
const GIVES_ITERATOR = /\b(?:values|keys|entries|matchAll|Symbol\.iterator\]?)\(\.\.\.\)$/

/** Names the built-in that a message of a TypeError or ReferenceError is about, if this Node lacks it. */
export function missingBuiltIn(message: string): string | undefined {
  const [, callee] =
    /^(?:(?:globalThis|window|self)\.)?(\S.*?) is not (?:a function|a constructor|defined)\b/.exec(
      message,
    ) ?? []
  const name = callee && (missingName(callee) ?? missingMethod(callee))
  return name && `\`${name}\` is missing in Node ${versions.node.split('.')[0]}; Chromium has it`
}

function missingName(callee: string): string | undefined {
  return NAMES.find((name) => {
    if (callee !== name && !callee.startsWith(`${name}.`)) return false
    const [owner = '', member = ''] = name.split('.')
    const object = Reflect.get(globalThis, owner)
    return object === undefined || (member !== '' && !(member in object))
  })
}

function missingMethod(callee: string): string | undefined {
  const [, object = '', method = ''] = /^(.*)\.(\w+)$/.exec(callee) ?? []
  const all = GIVES_ITERATOR.test(object)
    ? [...METHODS, ['Iterator', ITERATOR, OF_ARRAYS] as const]
    : METHODS
  const found = all.find(
    ([, prototype, names]) => names.split(' ').includes(method) && !(method in prototype),
  )
  return found && `${found[0]}.prototype.${method}`
}
