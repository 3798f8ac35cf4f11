/**
 * Installs the interfaces of the table that happy-dom lacks, their bases, constants and names. An
 * addition; `install.ts` calls it. Interfaces that pages use for an effect stay absent, so that
 * pages notice: server/diagnostics/missing-names.json lists them.
 */
import { HappyDOM, HTMLElementConfig, INTERFACES, SVGElementConfig } from '#happy-dom'
import { defineHidden, descriptorOf, type InnerWindow } from '../internals.ts'
import {
  defineInterface,
  ensureClass,
  type InterfaceObject,
  inertClass,
  interfaceOf,
  isNodes,
  setBase,
  setClassString,
} from './classes.ts'
import { installCollections, installListClasses } from './collections.ts'
import { installEventMembers } from './event-members.ts'
import { installHandlers } from './handler-properties.ts'
import { reflectAll } from './install-attributes.ts'
import { installMethods } from './install-methods.ts'

/** https://webidl.spec.whatwg.org/#dfn-interface-object */
export function installInterfaces(window: InnerWindow): void {
  defineUnnamed(window)
  installListClasses(window)
  // happy-dom has them as other names of `Event`.
  const { Event } = window
  for (const name of Object.getOwnPropertyNames(window))
    if (name !== 'Event' && Object.getOwnPropertyDescriptor(window, name)?.value === Event)
      Reflect.deleteProperty(window, name)
  for (const name of Object.keys(INTERFACES)) {
    if (isNodes(window, name)) continue
    const isThere = name in window
    const Class = ensureClass(window, name)
    if (!isThere) completeClass(window, name)
    rebase(window, name, Class)
    defineConstants(name, Class)
    if (name !== 'Window') installHandlers(Class.prototype, INTERFACES[name]?.handlers ?? [])
    setClassString(Class, name)
    shape(Class, name)
  }
  // Another name of `Document`, which Web IDL has no interface for.
  setClassString(interfaceOf(window, 'HTMLDocument'), 'HTMLDocument')
  reflectAll(window, 'ElementInternals')
  setSingletonClasses(window)
  installCollections(window)
  includeNodeTargets(window)
  installFactories(window)
  installWindowClass(window)
  installEventMembers(window)
  for (const name of ILLEGAL.split(' ')) forbidConstruction(window, name)
  installMethods(window)
  for (const name of WITHOUT_TO_STRING.split(' '))
    Reflect.deleteProperty(interfaceOf(window, name).prototype, 'toString')
  for (const name of ['attachEvent', 'detachEvent'])
    Reflect.deleteProperty(interfaceOf(window, 'EventTarget').prototype, name)
}

/** An element that is created or parsed is of it. */
function completeClass(window: InnerWindow, name: string): void {
  const [, tag] = /^HTML(\w+)Element$/.exec(name) ?? []
  const localName = tag === 'Directory' ? 'dir' : tag?.toLowerCase()
  const kind = { className: name, contentModel: 'anyDescendants' }
  if (localName !== undefined) Object.assign(HTMLElementConfig, { [localName]: kind })
  if (name === 'SVGAElement')
    Object.assign(SVGElementConfig, { a: { localName: 'a', className: name } })
  if (name === 'MathMLElement') {
    const { prototype } = interfaceOf(window, name)
    for (const member of ['style', 'dataset', 'focus', 'blur'])
      Object.defineProperty(prototype, member, descriptorOf(window.SVGElement.prototype, member))
  }
  reflectAll(window, name)
}

/** Their objects are no event targets here: nothing happens to them. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(['Clipboard', 'OffscreenCanvas'])

function rebase(window: InnerWindow, name: string, Class: InterfaceObject): void {
  const base = INTERFACES[name]?.base
  if (!base || WITHOUT_EVENTS.has(name) || name === 'Window') return
  const from = ensureClass(window, base)
  const parent: object = Object.getPrototypeOf(Class.prototype)
  // happy-dom derives some classes for a window, from others of the same name.
  if (![name, base].includes(parent.constructor.name)) setBase(from, Class)
}

/** Changing all classes would cost a fifth of a worker's start. */
const SHOWN: ReadonlySet<string> = new Set(
  'Attr CharacterData DOMTokenList EventTarget NamedNodeMap Node NodeList Range ValidityState'.split(
    ' ',
  ),
)

/** Loops find the members of an object. https://webidl.spec.whatwg.org/#define-the-operations */
function shape(Class: InterfaceObject, name: string): void {
  const { prototype } = Class
  const value = INTERFACES[name]?.arity ?? 0
  // V8 constructs by a class that was changed more slowly.
  if (Reflect.get(Class, 'length') !== value)
    Object.defineProperty(Class, 'length', { value, configurable: true })
  if (!SHOWN.has(name)) return
  for (const member of Object.getOwnPropertyNames(prototype))
    if (member !== 'constructor' && !Object.prototype.propertyIsEnumerable.call(prototype, member))
      Object.defineProperty(prototype, member, { enumerable: true })
}

/** https://webidl.spec.whatwg.org/#es-constants */
function defineConstants(name: string, Class: InterfaceObject): void {
  for (const [constant, value] of Object.entries(INTERFACES[name]?.constants ?? {})) {
    for (const target of [Class, Class.prototype])
      Object.defineProperty(target, constant, { value, enumerable: true, writable: false })
  }
}

/** Classes that happy-dom has by another name or by none. */
function defineUnnamed(window: InnerWindow): void {
  const { document } = window
  const classOf = (object: object): unknown => Object.getPrototypeOf(object).constructor
  const Controls = 'HTMLFormControlCollection'
  const classes = {
    DOMImplementation: classOf(document.implementation),
    DOMRectList: HappyDOM.DOMRectList,
    DOMStringMap: classOf(document.documentElement.dataset),
    DOMTokenList: classOf(document.documentElement.classList),
    HTMLFormControlsCollection: Reflect.get(window, Controls),
    MediaQueryList: classOf(window.matchMedia('all')),
    SVGTextContentElement: HappyDOM.SVGTextContentElement,
  }
  Reflect.deleteProperty(window, Controls)
  Object.assign(window, { MessagePort: globalThis.MessagePort })
  for (const [name, value] of Object.entries(classes)) defineInterface(window, name, value)
}

function setSingletonClasses(window: InnerWindow): void {
  const objects = {
    FontFaceSet: window.document.fonts,
    VisualViewport: window.visualViewport,
    BarProp: window.locationbar,
    Scheduler: Reflect.get(window, 'scheduler'),
    ScreenOrientation: window.screen.orientation,
  }
  for (const [name, object] of Object.entries(objects))
    if (object) Object.setPrototypeOf(object, interfaceOf(window, name).prototype)
}

/** happy-dom creates them by its own classes, which have the same prototypes. */
const ILLEGAL =
  'CustomStateSet DOMImplementation DataTransferItem DataTransferItemList ElementInternals IntersectionObserverEntry MimeType ' +
  'MimeTypeArray MutationRecord NodeIterator Permissions Plugin PluginArray Selection Storage TreeWalker ValidityState ' +
  'XPathExpression XPathResult'

function forbidConstruction(window: InnerWindow, name: string): void {
  const from = interfaceOf(window, name)
  const forbidden = {
    [name]: function () {
      throw new TypeError(new.target ? 'Illegal constructor' : `${name} is no function`)
    },
  }
  const Class = Object.setPrototypeOf(forbidden[name] as object, Object.getPrototypeOf(from))
  const members = Object.getOwnPropertyDescriptors(from)
  Object.defineProperties(Class, {
    ...members,
    prototype: { value: from.prototype, writable: false },
  })
  Object.defineProperty(from.prototype, 'constructor', { value: Class })
  defineHidden(window, { [name]: Class })
}

/** Only in happy-dom do these have a `toString`. */
const WITHOUT_TO_STRING =
  'Node Element ShadowRoot Text Comment DocumentType NodeList HTMLCollection NamedNodeMap TimeRanges TextTrackList Navigator ' +
  'Plugin PluginArray MimeType MimeTypeArray'

/** Each creates an element that is an instance of it. */
function installFactories(window: InnerWindow): void {
  const { document } = window
  function Image(width?: number, height?: number): HTMLImageElement {
    const image = document.createElement('img')
    if (width !== undefined) image.width = width
    if (height !== undefined) image.height = height
    return image
  }
  function Audio(source?: string): HTMLAudioElement {
    const audio = document.createElement('audio')
    audio.setAttribute('preload', 'auto')
    if (source !== undefined) audio.src = source
    return audio
  }
  function Option(
    text = '',
    value?: string,
    defaultSelected = false,
    selected = false,
  ): HTMLOptionElement {
    const option = document.createElement('option')
    option.text = text
    if (value !== undefined) option.value = value
    option.defaultSelected = defaultSelected
    option.selected = selected
    return option
  }
  const factories = { HTMLImageElement: Image, HTMLAudioElement: Audio, HTMLOptionElement: Option }
  for (const [element, factory] of Object.entries(factories)) {
    const { prototype } = interfaceOf(window, element)
    Object.defineProperty(factory, 'prototype', { value: prototype, writable: false })
    Object.assign(window, { [factory.name]: factory })
  }
}

/**
 * Makes the global object an instance of a `Window` without handlers, which happy-dom's has.
 * https://webidl.spec.whatwg.org/#global-prototype
 */
function installWindowClass(window: InnerWindow): void {
  const Window = inertClass('Window')
  const EventTarget = interfaceOf(window, 'EventTarget')
  setBase(EventTarget, Window)
  setClassString(Window, 'Window')
  const classString = { configurable: true, value: 'WindowProperties' }
  const properties = Object.create(EventTarget.prototype, { [Symbol.toStringTag]: classString })
  Object.setPrototypeOf(Window.prototype, properties)
  Object.assign(window, { Window })
  Reflect.deleteProperty(globalThis, Symbol.toStringTag)
  Object.setPrototypeOf(globalThis, Window.prototype)
}

/** Signals, ports and the clock are instances of Node's `EventTarget`. */
function includeNodeTargets({ EventTarget }: InnerWindow): void {
  const ofNode = Object.getPrototypeOf(AbortSignal.prototype)
  const ordinary = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(EventTarget, Symbol.hasInstance, {
    configurable: true,
    value(this: unknown, value: unknown) {
      if (ordinary.call(this, value)) return true
      return this === EventTarget && Object.prototype.isPrototypeOf.call(ofNode, Object(value))
    },
  })
}
