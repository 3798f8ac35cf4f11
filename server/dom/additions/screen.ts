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
  const orientation = Object.assign(new window.EventTarget(), {
    type: isWide ? 'landscape-primary' : 'portrait-primary',
    angle: 0,
    async lock(): Promise<void> {
      throw new window.DOMException(
        'screen.orientation.lock() is not available on this device.',
        'NotSupportedError',
      )
    },
    unlock() {},
  })
  define(Object.getPrototypeOf(window.screen), {
    get orientation() {
      return orientation
    },
  })
}
