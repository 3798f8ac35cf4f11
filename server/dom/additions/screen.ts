/**
 * Adds `screen.orientation`, by the shape of the window. https://w3c.github.io/screen-orientation/
 * An addition: happy-dom has none.
 */
import { define, type InnerWindow } from '../internals.ts'

export function installScreen(window: InnerWindow): void {
  const isWide = window.innerWidth >= window.innerHeight
  const EventTargetClass = window.EventTarget
  let mayConstruct = true

  class ScreenOrientation extends EventTargetClass {
    onchange: unknown = null
    constructor() {
      if (!mayConstruct) throw new TypeError('Illegal constructor')
      super()
    }
    get type() {
      return isWide ? 'landscape-primary' : 'portrait-primary'
    }
    get angle() {
      return 0
    }
    async lock(): Promise<void> {
      throw new window.DOMException(
        'screen.orientation.lock() is not available on this device.',
        'NotSupportedError',
      )
    }
    unlock(): void {}
  }
  const orientation = new ScreenOrientation()
  mayConstruct = false
  define(Object.getPrototypeOf(window.screen), {
    get orientation() {
      return orientation
    },
  })
  Object.assign(window, { ScreenOrientation })
}
