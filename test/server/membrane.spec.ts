/**
 * The specifications name members that return built-in objects. The membrane converts those that
 * our DOM has for the realm of an adopted page.
 */

import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { parseAll } from '@webref/idl'

/** Their values are the page's already, or have no realm that a page could see. */
const LEFT = [
  ...['AbortSignal.reason', 'CustomEvent.detail', 'PerformanceMeasure.detail', 'Request.json'],
  ...['Response.json', 'CSSStyleSheet.replace', 'CryptoKey.algorithm', 'CryptoKey.usages'],
  ...['ByteLengthQueuingStrategy.size', 'CountQueuingStrategy.size', 'RemotePlayback.prompt'],
  ...['RemotePlayback.watchAvailability', 'RemotePlayback.cancelWatchAvailability'],
  ...['ReadableStreamBYOBRequest.view', 'PerformanceObserver.supportedEntryTypes'],
  ...['WebAssembly.compile', 'WebAssembly.instantiate', 'WebAssembly.compileStreaming'],
  ...['WebAssembly.instantiateStreaming', 'Crypto.getRandomValues'],
]

const VALUE = /^(?:ArrayBuffer|DataView|\w+Array|any|object|ArrayBufferView|Function)$/
const GENERIC = /^(?:Promise|sequence|FrozenArray|ObservableArray|record)$/

type Type = string | { readonly generic?: string; readonly idlType: Type } | readonly Type[] | null

interface Definition {
  readonly type: string
  readonly name: string
  readonly members: readonly { readonly name?: string; readonly idlType?: Type }[]
}

const isValue = (type: Type | undefined, dictionaries: ReadonlySet<string>): boolean => {
  if (!type) return false
  if (typeof type === 'string') return VALUE.test(type) || dictionaries.has(type)
  if (Array.isArray(type)) return type.some((one) => isValue(one, dictionaries))
  const { generic = '', idlType } = type as { generic?: string; idlType: Type }
  return GENERIC.test(generic) || isValue(idlType, dictionaries)
}

/** Members of the specifications, each as `Class.member`. */
async function specified(): Promise<string[]> {
  const parsed = (await parseAll()) as unknown as Record<string, readonly Definition[]>
  const all = Object.values(parsed).flat()
  const dictionaries = new Set(
    all.filter(({ type }) => type === 'dictionary').map(({ name }) => name),
  )
  return all.flatMap((one) => {
    if (one.type !== 'interface' && one.type !== 'namespace') return []
    return one.members.flatMap(({ name, idlType }) => {
      return name && isValue(idlType, dictionaries) ? [`${one.name}.${name}`] : []
    })
  })
}

test('each member that returns a built-in object is in the membrane', async () => {
  const names = [...new Set(await specified())]
  const script = `
    import process from 'node:process'
    const dom = await import(process.argv[2])
    dom.createWindow()
    const { MEMBERS } = await import(process.argv[3])
    const has = (one) => { const [name, member] = one.split('.'), of = globalThis[name]; return of !== undefined && [of, of.prototype].some((at) => at && Object.hasOwn(at, member)) }
    process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).filter((one) => has(one) && !MEMBERS.includes(one))), () => process.exit())`
  const dist = (file: string) => new URL(`../../dist/server/dom/${file}`, import.meta.url).href
  const args = [JSON.stringify(names), dist('index.js'), dist('realm/membrane.js')]
  const flags = ['--conditions=browser', '--input-type=module', '--eval', script]
  const missing = JSON.parse(String(execFileSync(process.execPath, [...flags, ...args])))
  expect(missing.filter((one: string) => !LEFT.includes(one))).toEqual([])
})
