/**
 * Installs the attributes of the table of interfaces: those that reflect content attributes, and
 * the conversions of the others. happy-dom lacks many, and drops `textContent = 0`.
 * Report: docs/happy-dom/text-values.md
 */
import { INTERFACES } from '#happy-dom'
import type { Reflected } from '../bundle/interface-table.ts'
import type { InnerWindow } from '../internals.ts'
import { interfaceIn, isNodes } from './classes.ts'
import { type Convert, converterOf, keywordsOf } from './convert.ts'
import { attributesOfProse } from './prose-attributes.ts'
import { type Accessor, keeping, reflecting } from './reflect.ts'

/** happy-dom has classes of events that are other names of `Event`. */
function prototypeIn(window: InnerWindow, name: string): object | undefined {
  const prototype = isNodes(window, name) ? undefined : interfaceIn(window, name)?.prototype
  return prototype === window.Event.prototype && name !== 'Event' ? undefined : prototype
}

/** Replaces the getter, the setter, or both. */
function reflect(prototype: object, property: string, { get, set }: Accessor<object>): void {
  const isWhole = get !== undefined && set !== undefined
  const before = isWhole ? undefined : Object.getOwnPropertyDescriptor(prototype, property)
  if (get) Object.defineProperty(get, 'name', { value: `get ${property}` })
  if (set) Object.defineProperty(set, 'name', { value: `set ${property}` })
  Object.defineProperty(prototype, property, {
    configurable: true,
    enumerable: true,
    get: get ?? before?.get,
    set: set ?? before?.set,
  } as PropertyDescriptor)
}

const PROSE = attributesOfProse()

/** Before the fixes that replace some of them. */
export function installReflected(window: InnerWindow): void {
  for (const [name, { reflected }] of Object.entries(INTERFACES))
    if (reflected || PROSE[name]) reflectAll(window, name)
  removeInherited(window, Object.keys(PROSE.HTMLElement ?? {}))
}

/** happy-dom has some of them on each class. */
function removeInherited(window: InnerWindow, properties: readonly string[]): void {
  for (const [name, { base }] of Object.entries(INTERFACES)) {
    if (base !== 'HTMLElement' && base !== 'HTMLMediaElement') continue
    const prototype = prototypeIn(window, name) ?? {}
    for (const property of properties)
      if (Object.hasOwn(prototype, property)) Reflect.deleteProperty(prototype, property)
  }
}

/** Installs the attributes of one interface, if the window has it. */
export function reflectAll(window: InnerWindow, name: string): void {
  const prototype = prototypeIn(window, name)
  if (!prototype) return
  for (const [property, how] of Object.entries<Reflected>(INTERFACES[name]?.reflected ?? {})) {
    const accessor = name === 'ElementInternals' ? keeping(how) : reflecting(how, property)
    if (!accessor) continue
    // The getter of a `Setter` has rules of its own: the one of happy-dom stays.
    const { get: _, ...setter } = accessor
    const isSetter = how.kind === 'Setter' && Object.hasOwn(prototype, property)
    reflect(prototype, property, (isSetter ? setter : accessor) as Accessor<object>)
  }
  for (const [property, accessor] of Object.entries(PROSE[name] ?? {}))
    reflect(prototype, property, accessor as Accessor<object>)
}

/** Fast, and correct as they are. */
const LEFT: ReadonlySet<string> = new Set(['id', 'className', 'slot'])

/** After the fixes: values reach their setters converted. */
export function installConversions(window: InnerWindow): void {
  for (const name of Object.keys(INTERFACES)) {
    const prototype = prototypeIn(window, name)
    // happy-dom has some of the attributes of a base on the classes that derive from it.
    for (
      let owner: string | null = prototype ? name : null;
      owner;
      owner = INTERFACES[owner]?.base ?? null
    ) {
      const { attributes = {} } = INTERFACES[owner] ?? {}
      for (const property in attributes)
        if (prototype && Object.hasOwn(prototype, property) && !LEFT.has(property))
          convertValues(prototype, property, attributes[property] ?? '')
    }
  }
}

function convertValues(prototype: object, property: string, type: string): void {
  const keywords = keywordsOf(type)
  const convert: Convert | undefined = keywords ? String : converterOf(type)
  const before = Object.getOwnPropertyDescriptor(prototype, property)
  const original = before?.set
  if (!convert || !original) return
  Object.defineProperty(prototype, property, {
    ...before,
    set(this: object, value: unknown) {
      const converted = convert(value)
      // Other words change nothing.
      if (!keywords || keywords.has(converted as string)) original.call(this, converted)
    },
  })
}
