/** The objects of the window that all pages have, such as the navigator. */
import type { Named } from './shared-objects.ts'

export function windowObjects(window: Window & typeof globalThis): readonly Named[] {
  const { document, navigator } = window
  const plain: Record<string, unknown> = {
    'document.fonts': document.fonts,
    'document.implementation': document.implementation,
    'document.timeline': document.timeline,
    navigator,
    'navigator.clipboard': navigator.clipboard,
    'navigator.permissions': navigator.permissions,
    'navigator.plugins': navigator.plugins,
    'navigator.mimeTypes': navigator.mimeTypes,
    screen: window.screen,
    scheduler: 'scheduler' in window && window.scheduler,
    crypto: globalThis.crypto,
    console: globalThis.console,
  }
  const changing: Record<string, unknown> = {
    document,
    location: window.location,
    history: window.history,
    customElements: window.customElements,
    visualViewport: window.visualViewport,
    navigation: window.navigation,
    performance: globalThis.performance,
  }
  return [...named(plain, false), ...named(changing, true)]
}

const named = (objects: Record<string, unknown>, isChanging: boolean): Named[] =>
  Object.entries(objects)
    .filter((entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null)
    .map(([name, target]) => ({ name, target, isChanging }))
