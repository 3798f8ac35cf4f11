/**
 * Compares thousands of properties with their earlier values. Pages may have replaced built-ins: it
 * calls only saved ones.
 */

export interface KnownProperty {
  readonly target: object
  readonly key: PropertyKey
  readonly was: PropertyDescriptor
}

interface Group<T> {
  readonly properties: readonly T[]
  holds: () => boolean
}

/** Properties of one function that V8 still optimizes. */
const SIZE = 40

/** Comparisons before compilation, which costs a hundred, starts. */
const UNCOMPILED = 8

const { is } = Object
const { stringify } = JSON
const Compile = Function

/**
 * The compiled functions have one read for each property, which V8 optimizes to some ns.
 *
 * @returns Reports the properties of each group of which one differs.
 */
export function findDiffering<T extends KnownProperty>(
  all: readonly T[],
): (report: (property: T) => void) => void {
  const groups: Group<T>[] = []
  for (let from = 0; from < all.length; from += SIZE) {
    const properties = all.slice(from, from + SIZE)
    groups.push({ properties, holds: () => holdsAll(properties) })
  }
  let uses = 0
  return (report) => {
    uses += 1
    const next = groups[uses - UNCOMPILED - 1]
    if (next) next.holds = compile(next.properties)
    for (let at = 0; at < groups.length; at++) {
      const { properties, holds } = groups[at] as Group<T>
      if (isTrue(holds)) continue
      for (let one = 0; one < properties.length; one++) report(properties[one] as T)
    }
  }
}

/** A page may have put a getter that throws in the place of a value. */
function isTrue(holds: () => boolean): boolean {
  try {
    return holds()
  } catch {
    return false
  }
}

function holdsAll(properties: readonly KnownProperty[]): boolean {
  for (let at = 0; at < properties.length; at++) {
    const { target, key, was } = properties[at] as KnownProperty
    if (!is((target as Record<PropertyKey, unknown>)[key], was.value)) return false
  }
  return true
}

function compile(properties: readonly KnownProperty[]): () => boolean {
  let taken = ''
  let compared = 'true'
  for (let at = 0; at < properties.length; at++) {
    const { key, was } = properties[at] as KnownProperty
    taken += `const { target: o${at}, key: k${at}, was: { value: v${at} } } = properties[${at}]\n`
    const name = typeof key === 'string' ? stringify(key) : `k${at}`
    const read = `o${at}[${name}]`
    if (!was.writable) compared += ` && ${name} in o${at}`
    else
      compared += is(was.value, Number.NaN) ? ` && ${read} !== ${read}` : ` && ${read} === v${at}`
  }
  return new Compile('properties', `${taken}return () => ${compared}`)(properties)
}
