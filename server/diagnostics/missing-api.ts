// Finds the platform API that an error comes from: Chromium has it, the window of snapshots lacks
// it. `test/generate/missing-names.ts` writes the list of such names.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A position in the text of a script; both count from 1, as in a stack. */
export interface ScriptPlace {
  readonly text: string
  readonly line: number
  readonly column: number
}

const NAMED = /^([\w$.]+) is not (?:defined|a function|a constructor)\b/
const READ = /^Cannot (?:read|set) properties of undefined \(/
/** The object before a member: `navigator.storage` of `navigator.storage.persist`. */
const RECEIVER = /(?<![\w$.])([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\??\.$/

/** Names the API, such as `navigator.storage`; undefined when the error is the page's own. */
export function missingApi(
  error: { readonly name: unknown; readonly message: unknown },
  place: ScriptPlace | undefined,
  window: object = globalThis,
): string | undefined {
  const message = String(error.message)
  const [root = '', ...members] = chainOf(message, place)?.split(/\??\./) ?? []
  // A name that is no global is a variable, unless it is not defined.
  if (root === '' || (!(root in window) && error.name !== 'ReferenceError')) return undefined
  return firstMissing([root, ...members], window)
}

function chainOf(message: string, place: ScriptPlace | undefined): string | undefined {
  const [, named] = NAMED.exec(message) ?? []
  if (named !== undefined || place === undefined || !READ.test(message)) return named
  const before = place.text.split('\n', place.line)[place.line - 1] ?? ''
  return RECEIVER.exec(before.slice(Math.max(0, place.column - 201), place.column - 1))?.[1]
}

/** Follows the steps from the global object to the first that is not there. */
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

/** A worker is built as one file, one folder above this one. */
const PLACES = ['./missing-names.json', './diagnostics/missing-names.json']
let names: Readonly<Record<string, string>> | undefined

/** The names that an interface, or a path from the window such as `.CSS`, lacks here. */
function namesOf(owner: string): readonly string[] {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  names ??= JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8'))
  return names && Object.hasOwn(names, owner) ? (names[owner] ?? '').split(' ') : []
}
