/**
 * Adds `screen.orientation`, by the shape of the window, and gives the screen the window's size.
 * An addition: happy-dom has no orientation, and its screen is smaller than its window.
 * https://w3c.github.io/screen-orientation/
 */
import { define, type InnerWindow } from '../internals.ts'

export function installScreen(window: InnerWindow): void {
  const { innerWidth: width, innerHeight: height, screen } = window
  Object.assign(screen, { width, height, availWidth: width, availHeight: height })
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
