/**
 * Compares thousands of properties with their earlier values.
 * The function is compiled with one read per property: V8 then optimizes each read to some ns.
 * Compiling costs a hundred comparisons, so only long-lived workers do it, in chunks. Pages may
 * have replaced built-ins: it calls only saved ones and iterates by index.
 */

export interface KnownValue {
  readonly target: object
  readonly key: PropertyKey
  readonly value: unknown
}

/** Reads in one function that V8 still optimizes. */
const CHUNK = 40

/** Comparisons before compilation starts, one chunk each. */
const PATIENCE = 8

const { is } = Object
const { stringify } = JSON
const Compile = Function

/** @param properties Must not change. */
export function compareValues(properties: readonly KnownValue[]): () => boolean {
  const compiled: (() => boolean)[] = []
  let uses = 0
  return () => {
    uses += 1
    try {
      if (uses > PATIENCE && compiled.length * CHUNK < properties.length) {
        compiled[compiled.length] = compile(properties, compiled.length * CHUNK)
      }
      for (let at = 0; at < compiled.length; at++) if (!compiled[at]?.()) return false
      for (let at = compiled.length * CHUNK; at < properties.length; at++) {
        if (!isSame(properties[at] as KnownValue)) return false
      }
      return true
    } catch {
      // A new getter throws.
      return false
    }
  }
}

const isSame = ({ target, key, value }: KnownValue): boolean =>
  is((target as Record<PropertyKey, unknown>)[key], value)

function compile(properties: readonly KnownValue[], from: number): () => boolean {
  let taken = ''
  let compared = 'true'
  for (let at = from; at < from + CHUNK && at < properties.length; at++) {
    const { key, value } = properties[at] as KnownValue
    taken += `const { target: o${at}, key: k${at}, value: v${at} } = properties[${at}]\n`
    const read = `o${at}[${typeof key === 'string' ? stringify(key) : `k${at}`}]`
    compared += is(value, Number.NaN) ? ` && ${read} !== ${read}` : ` && ${read} === v${at}`
  }
  return new Compile('properties', `${taken}return () => ${compared}`)(properties)
}
