/**
 * Dispatches transition and animation events in the page's time, if the page listens. Transitions
 * start when a style or class attribute changes, animations from sheets of the document.
 * https://drafts.csswg.org/css-transitions/ https://drafts.csswg.org/css-animations/
 * An addition: happy-dom has no such events.
 */
import {
  define,
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  override,
  S,
  wrap,
} from '../internals.ts'
import { type Motion, motionsOf } from './computed/motion-timing.ts'
import { asDeclared } from './computed-style.ts'

const TYPES = /^(?:transition|animation)(?:run|start|end|cancel|iteration)$/
const HANDLERS = ['ontransitionend', 'onanimationend', 'ontransitionstart', 'onanimationstart']

type Changes = Map<string, string | null>

let listening: object | null = null
let changes = new Map<Element, Changes>()
let scheduled = false
const begun = new WeakMap<Element, string>()

export function forgetMotion(): void {
  listening = null
  changes = new Map()
  scheduled = false
}

export function installCssMotion(window: InnerWindow): void {
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    globalThis.setTimeout(() => {
      scheduled = false
      const now = changes
      changes = new Map()
      for (const [element, before] of now)
        if (element.isConnected) transition(window, element, before)
      animate(window)
    })
  }
  const listen = () => {
    listening ??= {}
    schedule()
  }
  override<EventTarget>(Object.getPrototypeOf(window.Node.prototype), {
    addEventListener(...args) {
      if (TYPES.test(args[0])) listen()
      super.addEventListener(...args)
    },
  })
  for (const name of HANDLERS) {
    define<object>(window.HTMLElement.prototype, {
      get [name]() {
        return inner<InnerTarget>(this)[S.propertyEventListeners]?.get(name) ?? null
      },
      set [name](value: unknown) {
        listen()
        inner<InnerTarget>(this)[S.propertyEventListeners]?.set(name, value)
      },
    })
  }
  wrap<InnerElement[typeof S.onSetAttribute]>(
    window.Element.prototype,
    S.onSetAttribute,
    (original) =>
      function (this: InnerElement, attribute, before) {
        original.call(this, attribute, before)
        if (listening === null) return
        const { name } = attribute as unknown as Attr
        if (name !== 'style' && name !== 'class') return
        const element = this as unknown as Element
        if (!element.isConnected) return
        const known = changes.get(element) ?? new Map()
        if (!known.has(name)) known.set(name, (before as Attr | null)?.value ?? null)
        changes.set(element, known)
        schedule()
      },
  )
}

const declaredOf = (element: Element) => asDeclared(getComputedStyle(element))

function valuesOf(element: Element): Map<string, string> {
  const style = getComputedStyle(element)
  const declared = asDeclared(style)
  const values = new Map<string, string>()
  for (let at = 0; at < style.length; at++) {
    const name = style[at] as string
    if (name === 'display') continue
    values.set(name, declared.getPropertyValue(name))
  }
  return values
}

/** Values before the attributes changed, taken from a copy of the element. */
function valuesBefore(element: Element, before: Changes): Map<string, string> {
  const { ownerDocument: document } = element
  const holder = element.cloneNode(false) as Element
  for (const [name, value] of before) {
    if (value === null) holder.removeAttribute(name)
    else holder.setAttribute(name, value)
  }
  const values = new Map<string, string>()
  const take = (style: CSSStyleDeclaration) => {
    for (let at = 0; at < style.length; at++) {
      values.set(style[at] as string, style.getPropertyValue(style[at] as string))
    }
  }
  for (const rule of rulesOf(document)) {
    if (matches(holder, rule.selectorText)) take(rule.style)
  }
  take((holder as HTMLElement).style)
  return values
}

function transition(window: InnerWindow, element: Element, before: Changes): void {
  const motions = motionsOf(declaredOf(element), 'transition')
  if (!motions.some(({ duration }) => duration > 0)) return
  const then = valuesBefore(element, before)
  const now = valuesOf(element)
  const ended: [string, Motion][] = []
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    // Not animated.
    if (name === 'display' || /^(?:transition|animation)/.test(name)) continue
    if (!then.has(name) || then.get(name) === now.get(name)) continue
    const motion = motions.findLast((one) => one.name === name || one.name === 'all')
    if (motion && motion.duration > 0) ended.push([name, motion])
  }
  for (const [name, { duration, delay }] of ended) {
    const tell = (type: string, elapsed: number) => {
      const init = {
        bubbles: true,
        propertyName: name,
        elapsedTime: elapsed / 1000,
        pseudoElement: '',
      }
      element.dispatchEvent(eventOf(window, 'TransitionEvent', type, init))
    }
    tell('transitionrun', 0)
    go(element, { duration, delay }, (type, elapsed) => tell(`transition${type}`, elapsed))
  }
}

function animate(window: InnerWindow): void {
  for (const rule of rulesOf(window.document)) {
    if (!/animation/.test(rule.style.cssText)) continue
    for (const element of all(window.document, rule.selectorText)) begin(window, element)
  }
  for (const element of all(window.document, '[style*="animation"]')) begin(window, element)
}

function begin(window: InnerWindow, element: Element): void {
  const motions = motionsOf(declaredOf(element), 'animation').filter(
    ({ name, duration }) => name !== 'none' && duration > 0,
  )
  const names = motions.map(({ name }) => name).join()
  if (begun.get(element) === names) return
  begun.set(element, names)
  for (const { name, duration, delay, iterations } of motions) {
    const whole = { duration: duration * iterations, delay }
    go(element, whole, (type, elapsed) => {
      const init = {
        bubbles: true,
        animationName: name,
        elapsedTime: elapsed / 1000,
        pseudoElement: '',
      }
      element.dispatchEvent(eventOf(window, 'AnimationEvent', `animation${type}`, init))
    })
  }
}

/** Endless motion only starts. */
function go(
  element: Element,
  { duration, delay }: Pick<Motion, 'duration' | 'delay'>,
  tell: (type: 'start' | 'end', elapsed: number) => void,
): void {
  const when = (ms: number, work: () => void) =>
    globalThis.setTimeout(() => element.isConnected && work(), Math.max(0, ms))
  when(delay, () => tell('start', 0))
  if (Number.isFinite(duration)) when(delay + duration, () => tell('end', duration))
}

function eventOf(window: InnerWindow, Class: string, type: string, init: EventInit): Event {
  const classes = window as unknown as Record<string, new (type: string, init: EventInit) => Event>
  const Made = classes[Class] as new (type: string, init: EventInit) => Event
  const event = new Made(type, init)
  for (const [name, value] of Object.entries(init)) {
    if (!(name in event)) Object.defineProperty(event, name, { value })
  }
  return event
}

function rulesOf(document: Document): CSSStyleRule[] {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  const flat = (rules: CSSRuleList): CSSRule[] =>
    [...rules].flatMap((rule) =>
      'cssRules' in rule ? [rule, ...flat(rule.cssRules as CSSRuleList)] : [rule],
    )
  return sheets
    .flatMap((sheet) => flat(sheet.cssRules))
    .filter((rule): rule is CSSStyleRule => 'selectorText' in rule && 'style' in rule)
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

function all(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}
