/**
 * Makes the site's locale that of `navigator`. `Intl` and `Date` have it, and the time zone, from
 * the variables `LC_ALL` and `TZ` of the process.
 */

export interface Region {
  /** A BCP 47 language tag, such as `en-US`. */
  readonly locale: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** SIDE EFFECT: sets the languages of `navigator`. */
export function installRegion(target: Record<string, unknown>, { locale }: Region): void {
  const languages = Object.freeze([locale])
  Object.defineProperties(Object.getPrototypeOf(target.navigator), {
    language: { configurable: true, enumerable: true, get: () => locale },
    languages: { configurable: true, enumerable: true, get: () => languages },
  })
}
