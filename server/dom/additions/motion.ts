/**
 * Completes script animations, in the page's time: their events, `getAnimations`, `commitStyles`.
 * For `additions/index.ts`.
 * happy-dom ignores the effect of finished animations: capricorn86/happy-dom#2403.
 */

import { HappyDOM } from '#happy-dom'
import { define, defineHidden, type InnerWindow, override } from '../internals.ts'
import { installCssMotion } from './css-motion.ts'

const NOT_STYLES = new Set(['offset', 'computedOffset', 'easing', 'composite'])

function lastFrame(animation: Animation): Map<string, string> {
  const { playbackRate } = animation
  const effect = animation.effect as KeyframeEffect
  const { direction = 'normal', iterations = 1 } = effect.getComputedTiming()
  const endsReversed = direction.startsWith('alternate') && Math.ceil(iterations) % 2 === 0
  const backwards = (direction.endsWith('reverse') !== endsReversed) !== playbackRate < 0
  const frames = effect.getKeyframes()
  const styles = new Map<string, string>()
  // Properties missing from the last frame come from earlier ones.
  for (const frame of backwards ? frames.toReversed() : frames) {
    for (const [name, value] of Object.entries(frame)) {
      if (NOT_STYLES.has(name) || value === undefined || value === null) continue
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      styles.set(property.replace(/^css-/, ''), String(value))
    }
  }
  return styles
}

/** Dispatches events after `finished` settles; happy-dom dispatches at once. */
function dispatchLater(animation: Animation, change: () => void): void {
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

/**
 * An animation that was made by its constructor plays from the `startTime` that it is given.
 * https://drafts.csswg.org/web-animations-1/#setting-the-start-time-of-an-animation
 */
const startable = (Native: typeof Animation): typeof Animation =>
  new Proxy(Native, {
    construct(_, args, newTarget) {
      const animation: Animation = Reflect.construct(Native, args, newTarget)
      let startTime: CSSNumberish | null = null
      let isBeginning = false
      Object.defineProperty(animation, 'startTime', {
        configurable: true,
        enumerable: true,
        get: () => startTime,
        set(value: CSSNumberish | null) {
          startTime = value
          const now = animation.timeline?.currentTime
          if (isBeginning || value === null || now == null || animation.playState !== 'idle') return
          // `currentTime` and `play` set `startTime` again.
          isBeginning = true
          animation.currentTime = (Number(now) - Number(value)) * animation.playbackRate
          animation.play()
          isBeginning = false
        },
      })
      return animation
    },
  })

/**
 * A last frame that stays goes to the style attribute, as nothing animates the HTML; `cancel`
 * undoes it. https://drafts.csswg.org/web-animations-1/
 */
export function installMotion(window: InnerWindow): void {
  const { Animation, Element } = window
  const PlayedAnimation = startable(Animation)
  defineHidden(window, { Animation: PlayedAnimation })
  defineHidden(Animation.prototype, { constructor: PlayedAnimation })
  const { prototype } = Animation
  const before = new WeakMap<Animation, Map<string, string>>()
  const targetOf = ({ effect }: Animation) =>
    (effect as KeyframeEffect | null)?.target as HTMLElement | null

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
  const fillsForwards = (animation: Animation): boolean => {
    const fill = animation.effect?.getComputedTiming().fill
    return fill === 'forwards' || fill === 'both'
  }
  define<Animation>(prototype, {
    commitStyles() {
      if (this.playState !== 'idle') write(this)
      before.delete(this)
    },
  })
  override<Animation>(prototype, {
    finish() {
      if (fillsForwards(this) && !before.has(this)) before.set(this, write(this))
      dispatchLater(this, () => super.finish())
    },
    cancel() {
      const style = targetOf(this)?.style
      for (const [name, value] of before.get(this) ?? []) style?.setProperty(name, value)
      before.delete(this)
      // Avoids unhandled rejections when a page ignores `finished`.
      this.finished.catch(() => undefined)
      dispatchLater(this, () => super.cancel())
    },
  })
  override<Element>(Element.prototype, {
    getAnimations(...args) {
      const animations: Animation[] = super.getAnimations(...args)
      return animations.filter(
        (animation) => animation.playState !== 'finished' || fillsForwards(animation),
      )
    },
  })
  define<ParentNode>(HappyDOM.Document.prototype, {
    getAnimations() {
      return [...this.querySelectorAll('*')].flatMap((element) => element.getAnimations())
    },
  })
  installCssMotion(window)
}
