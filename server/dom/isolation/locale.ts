/**
 * Sets the site's locale in `navigator`. `Intl` and `Date` have it from the variables `LC_ALL` and
 * `TZ` of the process.
 */

export interface Region {
  /** A BCP 47 language tag, such as `en-US`. */
  readonly locale: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** SIDE EFFECT: sets the languages of `navigator`. */
export function setRegion({ locale }: Region): void {
  const languages = Object.freeze([locale])
  Object.defineProperties(Object.getPrototypeOf(globalThis.navigator), {
    language: { configurable: true, enumerable: true, get: () => locale },
    languages: { configurable: true, enumerable: true, get: () => languages },
  })
}
