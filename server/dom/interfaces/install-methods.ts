/**
 * Counts and converts the arguments of methods, from the table of interfaces.
 * https://webidl.spec.whatwg.org/#dfn-create-operation-function
 */
import { INTERFACES } from '#happy-dom'
import type { InnerWindow } from '../internals.ts'
import { interfaceIn, isNodes } from './classes.ts'
import { type Convert, converterOf, keywordsOf } from './convert.ts'

type Method = (this: unknown, ...args: unknown[]) => unknown
type Signature = readonly [least: number, ...types: string[]]

export function installMethods(window: InnerWindow): void {
  for (const [name, { methods }] of Object.entries(INTERFACES)) {
    if (!methods) continue
    const Class = isNodes(window, name) ? undefined : interfaceIn(window, name)
    if (!Class) continue
    const { prototype } = Class
    for (const [method, [least, ...types]] of Object.entries<Signature>(methods)) {
      const property = Object.getOwnPropertyDescriptor(prototype, method)
      if (typeof property?.value !== 'function') continue
      const failed = `Failed to execute '${method}' on '${name}': `
      const converters = types.map((type, index) => {
        const convert = converterFor(window, failed, type, index)
        return index < least ? convert : optional(convert)
      })
      const checked = checking(property.value as Method, failed, least, converters)
      property.value = Object.defineProperties(checked, {
        name: { value: method, configurable: true },
        length: { value: least, configurable: true },
      })
      Object.defineProperty(prototype, method, property)
    }
  }
}

function checking(
  original: Method,
  failed: string,
  least: number,
  converters: readonly (Convert | undefined)[],
): Method {
  const [first] = converters
  // Most calls have one argument, and need no list.
  return function (only) {
    // biome-ignore lint/complexity/noArguments: a rest parameter would cost an array.
    const given = arguments
    if (given.length === 1 && least <= 1) return original.call(this, first ? first(only) : only)
    const args = [...given]
    if (args.length < least) {
      const needed = `${least} argument${least === 1 ? '' : 's'} required`
      throw new TypeError(`${failed}${needed}, but only ${args.length} present.`)
    }
    for (let index = 0; index < args.length; index++) {
      const convert = converters[index]
      if (convert) args[index] = convert(args[index])
    }
    return Reflect.apply(original, this, args)
  }
}

/** Without a value, an argument has its default. */
const optional = (convert: Convert | undefined): Convert | undefined =>
  convert && ((value) => (value === undefined ? value : convert(value)))

export function converterFor(
  window: InnerWindow,
  failed: string,
  type: string,
  index: number,
): Convert | undefined {
  const isNullable = type.endsWith('?')
  const keywords = keywordsOf(type)
  if (keywords) {
    return (value) => {
      if (isNullable && (value === null || value === undefined)) return null
      if (keywords.has(`${value}`)) return `${value}`
      throw new TypeError(`${failed}The provided value '${value}' is not a valid enum value.`)
    }
  }
  const convert = converterOf(type)
  if (convert) return convert
  const name = type.replace('?', '')
  const Class = interfaceIn(window, name) as (abstract new () => object) | undefined
  if (!Class || !type) return undefined
  return (value) => {
    if (isNullable && (value === null || value === undefined)) return null
    if (value instanceof Class) return value
    throw new TypeError(`${failed}parameter ${index + 1} is not of type '${name}'.`)
  }
}
