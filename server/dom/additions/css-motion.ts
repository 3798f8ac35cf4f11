/**
 * Dispatches transition and animation events in the page's time, if the page listens.
 * For `additions/motion.ts`. An addition: happy-dom has no such events.
 */

import { type Motion, motionsOf } from '../css/motion-timing.ts'
import { define, type InnerWindow, override, S, wrap } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'

const TYPES = /^(?:transition|animation)(?:run|start|end|cancel|iteration)$/
const HANDLERS = ['ontransitionend', 'onanimationend', 'ontransitionstart', 'onanimationstart']

type Changes = Map<string, string | null>

const motion = perPage(() => ({
  isListening: false,
  isScheduled: false,
  changes: new Map<Element, Changes>(),
  started: new WeakMap<Element, string>(),
}))

/**
 * Transitions start after a style or class attribute changes, animations from sheets of the
 * document.
 * https://drafts.csswg.org/css-transitions/ https://drafts.csswg.org/css-animations/
 */
export function installCssMotion(window: InnerWindow): void {
  const schedule = () => {
    const state = motion()
    if (state.isScheduled) return
    state.isScheduled = true
    globalThis.setTimeout(() => {
      state.isScheduled = false
      const byElement = state.changes
      state.changes = new Map()
      for (const [element, before] of byElement)
        if (element.isConnected) startTransitions(window, element, before)
      startAllAnimations(window)
    })
  }
  const listen = () => {
    motion().isListening = true
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
        return (this as EventTarget)[S.propertyEventListeners]?.get(name) ?? null
      },
      set [name](value: unknown) {
        listen()
        ;(this as EventTarget)[S.propertyEventListeners]?.set(name, value)
      },
    })
  }
  wrap<Element[typeof S.onSetAttribute]>(
    window.Element.prototype,
    S.onSetAttribute,
    (original) =>
      function (this: Element, attribute, before) {
        original.call(this, attribute, before)
        const { isListening, changes } = motion()
        if (!isListening) return
        const { name } = attribute
        if (name !== 'style' && name !== 'class') return
        if (!this.isConnected) return
        const ofElement = changes.get(this) ?? new Map()
        if (!ofElement.has(name)) ofElement.set(name, (before as Attr | null)?.value ?? null)
        changes.set(this, ofElement)
        schedule()
      },
  )
}

/** A copy of the element as it was before its attributes changed. */
function copyBefore(element: Element, before: Changes): Element {
  const copy = element.cloneNode(false) as Element
  for (const [name, value] of before) {
    if (value === null) copy.removeAttribute(name)
    else copy.setAttribute(name, value)
  }
  return copy
}

function declaredValues(element: Element, document: Document): Map<string, string> {
  const values = new Map<string, string>()
  const addValues = (style: CSSStyleDeclaration) => {
    for (let index = 0; index < style.length; index++) {
      values.set(style[index] as string, style.getPropertyValue(style[index] as string))
    }
  }
  for (const rule of rulesOf(document)) {
    if (matches(element, rule.selectorText)) addValues(rule.style)
  }
  addValues((element as HTMLElement).style)
  return values
}

function startTransitions(window: InnerWindow, element: Element, before: Changes): void {
  const motions = motionsOf(getComputedStyle(element), 'transition')
  if (!motions.some(({ duration }) => duration > 0)) return
  const { ownerDocument: document } = element
  const then = declaredValues(copyBefore(element, before), document)
  const now = declaredValues(element, document)
  const started: [string, Motion][] = []
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    // These properties are not animated.
    if (name === 'display' || /^(?:transition|animation)/.test(name)) continue
    if (!then.has(name) || then.get(name) === now.get(name)) continue
    const motion = motions.findLast((motion) => motion.name === name || motion.name === 'all')
    if (motion && motion.duration > 0) started.push([name, motion])
  }
  for (const [name, { duration, delay }] of started) {
    const dispatch = (type: string, elapsed: number) => {
      const init = { bubbles: true, propertyName: name, elapsedTime: elapsed / 1000 }
      element.dispatchEvent(new window.TransitionEvent(type, init))
    }
    dispatch('transitionrun', 0)
    play(element, { duration, delay }, (type, elapsed) => dispatch(`transition${type}`, elapsed))
  }
}

function startAllAnimations(window: InnerWindow): void {
  for (const rule of rulesOf(window.document)) {
    if (!/animation/.test(rule.style.cssText)) continue
    for (const element of elementsOf(window.document, rule.selectorText))
      startAnimations(window, element)
  }
  for (const element of animatedByStyle(window.document)) startAnimations(window, element)
}

/**
 * Finds the elements with animations in their own style. Each page of React listens to the events
 * of animations, and a query of the document would cost more.
 */
function animatedByStyle({ documentElement: root }: Document): Element[] {
  const animated: Element[] = []
  const open: Element[] = root ? [root] : []
  for (let element = open.pop(); element; element = open.pop()) {
    const style = element[S.attributes][S.items].get(':style')?.[S.value]
    if (style && /animation/.test(style)) animated.push(element)
    const children = element[S.elementArray]
    for (let index = children.length - 1; index >= 0; index--) open.push(children[index] as Element)
  }
  return animated
}

function startAnimations(window: InnerWindow, element: Element): void {
  const motions = motionsOf(getComputedStyle(element), 'animation').filter(
    ({ name, duration }) => name !== 'none' && duration > 0,
  )
  const names = motions.map(({ name }) => name).join()
  const { started } = motion()
  if (started.get(element) === names) return
  started.set(element, names)
  for (const { name, duration, delay, iterations } of motions) {
    const whole = { duration: duration * iterations, delay }
    play(element, whole, (type, elapsed) => {
      const init = { bubbles: true, animationName: name, elapsedTime: elapsed / 1000 }
      element.dispatchEvent(new window.AnimationEvent(`animation${type}`, init))
    })
  }
}

/** Dispatches the start of a motion, and its end if there is one. */
function play(
  element: Element,
  { duration, delay }: Pick<Motion, 'duration' | 'delay'>,
  dispatch: (type: 'start' | 'end', elapsed: number) => void,
): void {
  const after = (ms: number, work: () => void) =>
    globalThis.setTimeout(() => element.isConnected && work(), Math.max(0, ms))
  after(delay, () => dispatch('start', 0))
  if (Number.isFinite(duration)) after(delay + duration, () => dispatch('end', duration))
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

function elementsOf(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}
