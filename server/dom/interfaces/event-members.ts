/**
 * Gives events the members of the table, and converts what their constructors are given.
 * happy-dom's classes keep everything as it is given, in properties of each event.
 * https://dom.spec.whatwg.org/#inner-event-creation-steps
 */
import { HappyDOM, INTERFACES } from '#happy-dom'
import { once } from '../../diagnostics/runtime/once.ts'
import type { EventMember } from '../bundle/interface-table.ts'
import { define, type InnerWindow, S } from '../internals.ts'
import { interfaceOf } from './classes.ts'
import type { Convert } from './convert.ts'
import { converterFor } from './install-methods.ts'

type Values = Record<string, unknown>
const VALUES = Symbol('values')
type Valued = Event & { [VALUES]?: Values }

/** The values that an event was created with. */
export const valuesOf = (event: object): Values | undefined => (event as Valued)[VALUES]

interface Field {
  readonly name: string
  readonly convert: Convert | undefined
  readonly isRequired: boolean
}

const trusted = { get: () => false, enumerable: true }

export function installEventMembers(window: InnerWindow): void {
  // Classes get members with their first event: reading the types of all would load Node's.
  const fields = new Map<object, () => readonly Field[]>()
  for (const [name, { event, init }] of Object.entries(INTERFACES)) {
    if (!event) continue
    const { prototype } = interfaceOf(window, name)
    for (const [member, [, value]] of Object.entries(event)) defineMember(prototype, member, value)
    if (init) defineInit(prototype, init)
    fields.set(
      prototype,
      once(() => fieldsOf(window, name, event)),
    )
  }
  definePositions(window)
  /** The constructor of events calls it. */
  Object.assign(HappyDOM.Event, {
    [S.callbacks](event: Valued, args: readonly unknown[]) {
      Object.defineProperty(event, 'isTrusted', trusted)
      const failed = `Failed to construct '${event.constructor.name}': `
      if (args.length === 0)
        throw new TypeError(`${failed}1 argument required, but only 0 present.`)
      const [type, init] = args
      Object.assign(event, { [S.type]: `${type}` })
      const isGiven = init !== undefined && init !== null
      if (isGiven && typeof init !== 'object' && typeof init !== 'function')
        throw new TypeError(`${failed}The provided value is not of type 'EventInit'.`)
      const dictionary = (isGiven ? init : {}) as Values
      for (const key of FLAGS)
        if (dictionary[key] !== undefined)
          Object.assign(event, { [S[key]]: Boolean(dictionary[key]) })
      for (
        let prototype = Object.getPrototypeOf(event);
        prototype !== HappyDOM.Event.prototype;
        prototype = Object.getPrototypeOf(prototype)
      )
        for (const field of fields.get(prototype)?.() ?? [])
          readField(event, field, dictionary, failed)
    },
  })
}

const FLAGS = ['bubbles', 'cancelable', 'composed'] as const

function readField(event: Valued, field: Field, dictionary: Values, failed: string): void {
  const { name, convert, isRequired } = field
  const value = dictionary[name]
  if (value !== undefined) {
    event[VALUES] ??= {}
    event[VALUES][name] = convert ? convert(value) : value
  } else if (isRequired) throw new TypeError(`${failed}Required member '${name}' is undefined.`)
}

function fieldsOf(
  window: InnerWindow,
  name: string,
  event: Readonly<Record<string, EventMember>>,
): readonly Field[] {
  return Object.entries(event).map(([member, [type, , isRequired]]) => {
    // A page's window is no instance of happy-dom's class.
    const isWindow = type === 'Window?' || type === 'MessageEventSource?'
    const failed = `Failed to construct '${name}': `
    const convert = isWindow ? objectOf(failed) : converterFor(window, failed, type, 1)
    return { name: member, convert, isRequired: isRequired === true }
  })
}

const objectOf =
  (failed: string): Convert =>
  (value) => {
    if (typeof value === 'object') return value
    throw new TypeError(`${failed}Failed to convert value to 'Window'.`)
  }

/** @param value Its default, where the constructor is not given one. */
function defineMember(prototype: object, member: string, value: unknown): void {
  if (Object.hasOwn(prototype, member)) return
  const property: PropertyDescriptor & ThisType<Valued> = {
    configurable: true,
    enumerable: true,
    get() {
      return this[VALUES]?.[member] ?? value
    },
  }
  // All others are read-only.
  if (member === 'returnValue')
    property.set = function (this: Valued, value: unknown) {
      this[VALUES] = { ...this[VALUES], [member]: `${value}` }
    }
  Object.defineProperty(prototype, member, property)
}

/** https://dom.spec.whatwg.org/#dom-event-initevent, with more arguments. */
function defineInit(prototype: object, [method = '', ...names]: readonly string[]): void {
  define<Valued>(prototype, {
    [method](...args: unknown[]) {
      if (this[S.dispatching]) return
      this.initEvent(`${args[0]}`, Boolean(args[1]), Boolean(args[2]))
      const members: Values = {}
      for (const [index, name] of names.entries()) if (index > 2) members[name] = args[index]
      this[VALUES] = { ...this[VALUES], ...members }
    },
  })
}

const MODIFIERS: Readonly<Record<string, string>> = {
  Control: 'ctrlKey',
  Shift: 'shiftKey',
  Alt: 'altKey',
  Meta: 'metaKey',
}

/** Members that depend on others. */
function definePositions({ MouseEvent, KeyboardEvent, UIEvent }: InnerWindow): void {
  for (const [member, of] of Object.entries(POSITIONS))
    define<MouseEvent>(MouseEvent.prototype, {
      get [member]() {
        return Reflect.get(this, of)
      },
    })
  for (const { prototype } of [MouseEvent, KeyboardEvent])
    define<MouseEvent>(prototype, {
      getModifierState(key: string) {
        return Boolean(Reflect.get(this, MODIFIERS[key] ?? ''))
      },
    })
  define<UIEvent>(UIEvent.prototype, {
    get which() {
      const { button, keyCode, charCode } = this as MouseEvent & KeyboardEvent
      return valuesOf(this)?.which ?? (button === undefined ? keyCode || charCode || 0 : button + 1)
    },
  })
}

const POSITIONS = {
  x: 'clientX',
  y: 'clientY',
  offsetX: 'clientX',
  offsetY: 'clientY',
  pageX: 'clientX',
  pageY: 'clientY',
  layerX: 'clientX',
  layerY: 'clientY',
} as const
