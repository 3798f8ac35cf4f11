/**
 * Compares thousands of properties with the values that they had. In: the properties. Out: a function that says whether all are the
 * same. It is compiled, with a place of its own for each read: V8 then knows what kind of object each of them is of, and reads it in
 * some nanoseconds. Compiling takes as long as a hundred comparisons, so it is done bit by bit, in threads that live long enough.
 * It runs while a page may have replaced any built-in, so it calls none that it has not taken before, and iterates by index.
 */

/** A property of an object, with the value that it had. */
export interface KnownValue {
  readonly target: object
  readonly key: PropertyKey
  readonly value: unknown
}

/** So many reads make a function that V8 still optimizes. */
const CHUNK = 40

/** After so many comparisons it begins to compile: one chunk with each. */
const PATIENCE = 8

const { is } = Object
const { stringify } = JSON
const Compile = Function

/** @param properties Is not changed any more. */
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
      // A getter throws that was not there before.
      return false
    }
  }
}

const isSame = ({ target, key, value }: KnownValue): boolean =>
  is((target as Record<PropertyKey, unknown>)[key], value)

/** Compiles the comparisons from a place on. */
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
