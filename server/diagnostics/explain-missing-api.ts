// Finds the platform API that a page lacks. `test/generate/missing-names.ts` writes their list.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Line and column count from 1, as in a stack. */
export interface ScriptPlace {
  readonly text: string
  readonly line: number
  readonly column: number
}

const NAMED = /^([\w$.]+) is not (?:defined|a function|a constructor)\b/
const READ = /^Cannot (?:read|set) properties of undefined \(/
const RECEIVER = /(?<![\w$.])([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\??\.$/

/** Such as `navigator.storage`; undefined when the error is the page's own. */
export function missingApi(
  error: { readonly name: unknown; readonly message: unknown },
  place: ScriptPlace | undefined,
  window: object = globalThis,
): string | undefined {
  const message = String(error.message)
  const [root = '', ...members] = chainOf(message, place)?.split(/\??\./) ?? []
  if (root === '' || (!(root in window) && error.name !== 'ReferenceError')) return undefined
  return firstMissing([root, ...members], window)
}

function chainOf(message: string, place: ScriptPlace | undefined): string | undefined {
  const [, named] = NAMED.exec(message) ?? []
  if (named !== undefined || place === undefined || !READ.test(message)) return named
  const before = place.text.split('\n', place.line)[place.line - 1] ?? ''
  return RECEIVER.exec(before.slice(Math.max(0, place.column - 201), place.column - 1))?.[1]
}

function firstMissing(steps: readonly string[], window: object): string | undefined {
  let object: unknown = window
  let path = ''
  for (const step of steps) {
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return
    if (!(step in object)) {
      const owners = object === window ? ['.', 'EventTarget'] : [path, ...interfacesOf(object)]
      const isMissing = owners.some((owner) => namesOf(owner).includes(step))
      return isMissing ? `${path}.${step}`.slice(1) : undefined
    }
    object = Reflect.get(object, step)
    path = object === window ? '' : `${path}.${step}`
  }
  return undefined
}

function interfacesOf(object: object): string[] {
  const owner: object | null = Object.getPrototypeOf(object)
  return owner === null ? [] : [String(owner.constructor?.name), ...interfacesOf(owner)]
}

/** A worker is one file, in the folder above. */
const PLACES = ['./missing-names.json', './diagnostics/missing-names.json']
type Absent = Readonly<Record<string, Readonly<Record<string, string>>>>
let absent: Absent | undefined

/** @param owner An interface, or a path from the window such as `.CSS`. */
function namesOf(owner: string): readonly string[] {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  absent ??= JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')).absent as Absent
  return Object.values(absent).flatMap((names) =>
    Object.hasOwn(names, owner) ? (names[owner] ?? '').split(' ') : [],
  )
}
