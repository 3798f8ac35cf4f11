/**
 * Names the language built-in that an error comes from, if Chromium has it and this Node lacks it.
 * Reads V8's message. The names come from a comparison of Chromium 150 with Node 20.
 */
import { versions } from 'node:process'

/** Constructors, namespaces and their own members. */
const NAMES =
  `Array.fromAsync AsyncDisposableStack Atomics.pause DisposableStack Error.isError Float16Array Intl.DurationFormat Iterator
  Iterator.concat JSON.isRawJSON JSON.rawJSON Map.groupBy Math.f16round Math.sumPrecise Object.groupBy Promise.try
  Promise.withResolvers RegExp.escape SuppressedError Temporal Uint8Array.fromBase64 Uint8Array.fromHex
  WebAssembly.promising WebAssembly.Suspending WebAssembly.SuspendError`.split(/\s+/)

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([].values()))

/** Methods by the object that defines them. */
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

/** Arrays have these, too: only a call on an iterator counts. */
const OF_ARRAYS = 'map filter flatMap forEach some every find reduce'
const GIVES_ITERATOR = /\b(?:values|keys|entries|matchAll|Symbol\.iterator\]?)\(\.\.\.\)$/

/** Names the missing built-in of a TypeError's or ReferenceError's message. */
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
