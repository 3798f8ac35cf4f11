/**
 * The names of interfaces. In: a window. Out: each interface of the document's own specifications that Chromium has and happy-dom
 * does not is a name that code may ask for (`instanceof`) and that throws when it is constructed, as in a browser; what happy-dom
 * has without its name, by that name. Each is derived from what Chromium derives it from, and its objects say what they are. Those
 * that pages construct to do something stay absent where nothing does it, for pages to notice, as all that reaches out of the thread
 * does. Which are missing is asked of `@webref/idl` (test/server/names.spec.ts, test/server/interfaces.spec.ts).
 * All of it is done to classes, and to the objects of the window itself, once a thread.
 * https://webidl.spec.whatwg.org/#dfn-interface-object
 * Additions: most of these names mean nothing without what they name.
 */
import { DOMRectList, SVGElementConfig, SVGTextContentElement } from '#happy-dom'
import type { InnerWindow } from '../internals.ts'
import { derive, inert, interfaceOf, isInterface, name, tag } from './interfaces/classes.ts'
import { ABSENT, MOVED } from './interfaces/derived.ts'
import { installEventClasses } from './interfaces/events.ts'
import { installFactories } from './interfaces/factories.ts'
import { installWindowClass } from './interfaces/window-class.ts'

export function installInterfaces(window: InnerWindow): void {
  nameClasses(window)
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
  installFactories(window)
  installWindowClass(window)
  tagAll(window)
}

/** Names what happy-dom has without a name, or by a wrong one; channels are Node's, and so are their ports. */
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

/** Elements that happy-dom makes of a class above theirs. */
function addElements(window: InnerWindow): void {
  class SVGAElement extends window.SVGGraphicsElement {}
  class MathMLElement extends window.Element {}
  const style = Object.getOwnPropertyDescriptor(window.SVGElement.prototype, 'style')
  if (style) Object.defineProperty(MathMLElement.prototype, 'style', style)
  for (const made of [SVGAElement, MathMLElement])
    Object.defineProperty(window, made.name, { configurable: true, writable: true, value: made })
  Object.assign(SVGElementConfig, { a: { localName: 'a', className: 'SVGAElement' } })
}

/** Objects of the window that were made as mere event targets. */
function classSingletons(window: InnerWindow): void {
  const objects = {
    FontFaceSet: window.document.fonts,
    Navigation: window.navigation,
    NavigationHistoryEntry: window.navigation?.currentEntry,
    VisualViewport: window.visualViewport,
  }
  for (const [key, one] of Object.entries(objects))
    if (one) Object.setPrototypeOf(one, interfaceOf(window, key).prototype)
}

/** Whose objects, as text, are their markup or the name of their class: everything else has a reason to be text. */
const SAID =
  'Node Element ShadowRoot Text Comment DocumentType NodeList HTMLCollection NamedNodeMap TimeRanges TextTrackList Navigator ' +
  'Plugin PluginArray MimeType MimeTypeArray'

/** What is Node's says it already. */
function tagAll(window: InnerWindow): void {
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    const isNodes = Object.getOwnPropertyDescriptor(globalThis, key)?.value === value
    if (isNodes || !isInterface(value) || !Object.hasOwn(value.prototype, 'constructor')) continue
    if (/^[A-Z]/.test(key) && value.prototype.constructor === value) tag(value, key)
  }
  for (const key of SAID.split(' '))
    Reflect.deleteProperty(interfaceOf(window, key).prototype, 'toString')
}
