/**
 * Decides when cookies expire. `max-age` wins over `expires` in any order. A cookie without
 * lifetime is deleted at once. Invalid numbers and dates are ignored.
 * https://httpwg.org/specs/rfc6265.html#sane-set-cookie
 * happy-dom keeps expired cookies and invalid dates; not reported.
 * Report: docs/happy-dom/cookie-max-age.md
 */
import { CookieStringUtility } from '#happy-dom'
import { override } from '../internals.ts'

const MAX_AGE = /;\s*max-age\s*=\s*(-?\d+)\s*(?=;|$)/gi
const LONG_AGO = -8.64e15

export function installCookies(): void {
  override(CookieStringUtility, {
    stringToCookie(url: unknown, text: string) {
      const cookie = super.stringToCookie(url, withoutAge(text))
      if (!cookie) return cookie
      const seconds = [...text.matchAll(MAX_AGE)].at(-1)?.[1]
      if (seconds !== undefined) {
        const isOver = Number(seconds) <= 0
        cookie.expires = new Date(isOver ? LONG_AGO : Date.now() + Number(seconds) * 1000)
      }
      if (Number.isNaN(cookie.expires?.getTime())) cookie.expires = null
      return cookie
    },
  })
}

/** Removes max-age: happy-dom uses the last of the two attributes. */
const withoutAge = (text: string): string => text.replace(/;\s*max-age\s*(?:=[^;]*)?(?=;|$)/gi, '')
