/**
 * Defines interfaces that Chromium has and happy-dom lacks, for `instanceof`, with Chromium's base
 * classes and class strings. Their constructors throw. Constructors that pages use for an effect
 * stay absent, so that pages notice.
 * `@webref/idl` lists the missing ones (test/server/names.spec.ts, test/server/interfaces.spec.ts).
 * https://webidl.spec.whatwg.org/#dfn-interface-object
 * Additions: most of them are only names.
 */
import { DOMRectList, SVGElementConfig, SVGTextContentElement } from '#happy-dom'
import { defineHidden, type InnerWindow } from '../internals.ts'
import { derive, inert, interfaceOf, isInterface, name, tag } from './interfaces/classes.ts'
import { ABSENT, MOVED } from './interfaces/derived.ts'
import { installEventClasses } from './interfaces/events.ts'
import { installFactories } from './interfaces/factories.ts'
import { installLists } from './interfaces/lists.ts'
import { installMembers } from './interfaces/members.ts'
import { installWindowClass } from './interfaces/window-class.ts'

export function installInterfaces(window: InnerWindow): void {
  nameClasses(window)
  installLists(window)
  addElements(window)
  installEventClasses(window)
  for (const [from, names] of Object.entries(ABSENT)) {
    for (const key of names.split(' ')) {
      const made = inert(key)
      if (from !== 'Object') derive(interfaceOf(window, from), made)
      name(window, key, made)
    }
  }
  for (const [from, names] of Object.entries(MOVED)) {
    for (const key of names.split(' ')) derive(interfaceOf(window, from), interfaceOf(window, key))
  }
  classSingletons(window)
  installMembers(window)
  installFactories(window)
  installWindowClass(window)
  tagAll(window)
}

/** Fixes class names; channels and ports are Node's. */
function nameClasses(window: InnerWindow): void {
  const { document } = window
  const classOf = (one: object): unknown => Object.getPrototypeOf(one).constructor
  const Controls = 'HTMLFormControlCollection'
  const classes = {
    DOMImplementation: classOf(document.implementation),
    DOMRectList,
    DOMStringMap: classOf(document.documentElement.dataset),
    DOMTokenList: classOf(document.documentElement.classList),
    HTMLFormControlsCollection: Reflect.get(window, Controls),
    MediaQueryList: classOf(window.matchMedia('all')),
    SVGTextContentElement,
  }
  Reflect.deleteProperty(window, Controls)
  Object.assign(window, { MessagePort: globalThis.MessagePort })
  for (const [key, value] of Object.entries(classes)) name(window, key, value)
}

function addElements(window: InnerWindow): void {
  class SVGAElement extends window.SVGGraphicsElement {}
  class MathMLElement extends window.Element {}
  const style = Object.getOwnPropertyDescriptor(window.SVGElement.prototype, 'style')
  if (style) Object.defineProperty(MathMLElement.prototype, 'style', style)
  defineHidden(window, { SVGAElement, MathMLElement })
  Object.assign(SVGElementConfig, { a: { localName: 'a', className: 'SVGAElement' } })
}

/** Assigns classes to window objects that are plain event targets. */
function classSingletons(window: InnerWindow): void {
  const objects = {
    FontFaceSet: window.document.fonts,
    VisualViewport: window.visualViewport,
  }
  for (const [key, one] of Object.entries(objects))
    if (one) Object.setPrototypeOf(one, interfaceOf(window, key).prototype)
}

/** Interfaces with a `toString` in happy-dom only, which returns markup or the class name. */
const SAID =
  'Node Element ShadowRoot Text Comment DocumentType NodeList HTMLCollection NamedNodeMap TimeRanges TextTrackList Navigator ' +
  'Plugin PluginArray MimeType MimeTypeArray'

/** Node's classes have tags already. */
function tagAll(window: InnerWindow): void {
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    const isNodes = Object.getOwnPropertyDescriptor(globalThis, key)?.value === value
    if (isNodes || !isInterface(value) || !Object.hasOwn(value.prototype, 'constructor')) continue
    if (/^[A-Z]/.test(key) && value.prototype.constructor === value) tag(value, key)
  }
  for (const key of SAID.split(' '))
    Reflect.deleteProperty(interfaceOf(window, key).prototype, 'toString')
}
