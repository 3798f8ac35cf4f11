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
  watched: readonly T[],
): (report: (property: T) => void) => void {
  const groups: Group<T>[] = []
  for (let from = 0; from < watched.length; from += SIZE) {
    const properties = watched.slice(from, from + SIZE)
    groups.push({ properties, holds: () => holdsAll(properties) })
  }
  let uses = 0
  return (report) => {
    uses += 1
    const next = groups[uses - UNCOMPILED - 1]
    if (next) next.holds = compile(next.properties)
    for (let index = 0; index < groups.length; index++) {
      const { properties, holds } = groups[index] as Group<T>
      if (isTrue(holds)) continue
      for (let member = 0; member < properties.length; member++) report(properties[member] as T)
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
  for (let index = 0; index < properties.length; index++) {
    const { target, key, was } = properties[index] as KnownProperty
    if (!is((target as Record<PropertyKey, unknown>)[key], was.value)) return false
  }
  return true
}

function compile(properties: readonly KnownProperty[]): () => boolean {
  let taken = ''
  let compared = 'true'
  for (let index = 0; index < properties.length; index++) {
    const { key, was } = properties[index] as KnownProperty
    taken += `const { target: o${index}, key: k${index}, was: { value: v${index} } } = properties[${index}]\n`
    const name = typeof key === 'string' ? stringify(key) : `k${index}`
    const read = `o${index}[${name}]`
    if (!was.writable) compared += ` && ${name} in o${index}`
    else
      compared += is(was.value, Number.NaN)
        ? ` && ${read} !== ${read}`
        : ` && ${read} === v${index}`
  }
  return new Compile('properties', `${taken}return () => ${compared}`)(properties)
}
