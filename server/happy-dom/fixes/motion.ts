/**
 * Animations of scripts. In: a window. Out: `getAnimations` knows those that go on, `commitStyles` writes, and an animation that
 * keeps its last frame shows it in the style attribute, as nothing runs where a snapshot is read; `cancel` takes it back. `finished`
 * settles before the events of an end are sent. Time passes as it does for timers of the page. https://drafts.csswg.org/web-animations-1/
 * What a finished animation leaves is not seen upstream: capricorn86/happy-dom#2403.
 */

import { type InnerWindow, wrap } from '../internals.ts'
import { installCssMotion } from './css-motion.ts'

interface Effect {
  readonly target: HTMLElement | null
  getKeyframes(): Record<string, unknown>[]
  getComputedTiming(): { fill?: string; direction?: string; iterations?: number }
}

const NOT_STYLES = new Set(['offset', 'computedOffset', 'easing', 'composite'])

/** What a frame sets, by the names of CSS. */
function lastFrame({ playbackRate, effect }: Animation): Map<string, string> {
  const { direction = 'normal', iterations = 1 } = (effect as unknown as Effect).getComputedTiming()
  const turns = direction.startsWith('alternate') && Math.ceil(iterations) % 2 === 0
  const backwards = (direction.endsWith('reverse') !== turns) !== playbackRate < 0
  const frames = (effect as unknown as Effect).getKeyframes()
  const styles = new Map<string, string>()
  // A property that the last frame leaves out ends as the one before has it.
  for (const frame of backwards ? frames.toReversed() : frames) {
    for (const [name, value] of Object.entries(frame)) {
      if (NOT_STYLES.has(name) || value === undefined || value === null) continue
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      styles.set(property.replace(/^css-/, ''), String(value))
    }
  }
  return styles
}

/** Sends the events of a change in a task of its own, after what waits for its promise; happy-dom sends them at once. */
function tellLater(animation: Animation, change: () => void): void {
  const events: Event[] = []
  Object.defineProperty(animation, 'dispatchEvent', {
    configurable: true,
    value: (event: Event) => events.push(event),
  })
  try {
    change()
  } finally {
    Reflect.deleteProperty(animation, 'dispatchEvent')
  }
  for (const event of events) globalThis.setTimeout(() => animation.dispatchEvent(event))
}

export function installMotion(window: InnerWindow): void {
  const { Animation, Element } = window
  const { prototype } = Animation
  const before = new WeakMap<Animation, Map<string, string>>()
  const targetOf = ({ effect }: Animation) => (effect as unknown as Effect | null)?.target ?? null

  function write(animation: Animation): Map<string, string> {
    const replaced = new Map<string, string>()
    const style = targetOf(animation)?.style
    if (!style) return replaced
    for (const [name, value] of lastFrame(animation)) {
      replaced.set(name, style.getPropertyValue(name))
      style.setProperty(name, value)
    }
    return replaced
  }
  const keeps = (animation: Animation): boolean => {
    const fill = (animation.effect as unknown as Effect | null)?.getComputedTiming().fill
    return fill === 'forwards' || fill === 'both'
  }
  Object.defineProperty(prototype, 'commitStyles', {
    configurable: true,
    enumerable: true,
    writable: true,
    value(this: Animation) {
      if (this.playState !== 'idle') write(this)
      before.delete(this)
    },
  })
  wrap<Animation['finish']>(
    prototype,
    'finish',
    (original) =>
      function (this: Animation) {
        if (keeps(this) && !before.has(this)) before.set(this, write(this))
        tellLater(this, () => original.call(this))
      },
  )
  wrap<Animation['cancel']>(
    prototype,
    'cancel',
    (original) =>
      function (this: Animation) {
        const style = targetOf(this)?.style
        for (const [name, value] of before.get(this) ?? []) style?.setProperty(name, value)
        before.delete(this)
        // Whoever does not ask for it is not told of an error.
        this.finished.catch(() => undefined)
        tellLater(this, () => original.call(this))
      },
  )
  wrap<Element['getAnimations']>(
    Element.prototype,
    'getAnimations',
    (original) =>
      function (this: Element, ...args) {
        const all = original.apply(this, args)
        return all.filter((one) => one.playState !== 'finished' || keeps(one))
      },
  )
  installCssMotion(window)
}
