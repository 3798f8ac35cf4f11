/**
 * Sets the site's locale in `navigator`. `Intl` and `Date` have it from the variables `LC_ALL` and
 * `TZ` of the process.
 */

import type { Region } from '../types.ts'

/** SIDE EFFECT: sets the languages of `navigator`. */
export function setRegion({ locale }: Region): void {
  const languages = Object.freeze([locale])
  Object.defineProperties(Object.getPrototypeOf(globalThis.navigator), {
    language: { configurable: true, enumerable: true, get: () => locale },
    languages: { configurable: true, enumerable: true, get: () => languages },
  })
}
