/**
 * Expires the cookies of `document.cookie`, and collapses the spaces of `document.title`.
 * happy-dom keeps expired cookies, only strips the title, and gives cookies to all documents.
 * Reports: docs/happy-dom/cookie-max-age.md docs/happy-dom/document-title.md
 */
import { CookieStringUtility, HappyDOM } from '#happy-dom'
import { override } from '../internals.ts'

const MAX_AGE = /;\s*max-age\s*=\s*(-?\d+)\s*(?=;|$)/gi
const LONG_AGO = -8.64e15

/**
 * `max-age` wins over `expires`, and 0 deletes at once. Invalid values are ignored.
 * https://httpwg.org/specs/rfc6265.html#sane-set-cookie
 */
export function installCookies(): void {
  override(CookieStringUtility, {
    stringToCookie(url: unknown, header: string) {
      const cookie = super.stringToCookie(url, withoutMaxAge(header))
      if (!cookie) return cookie
      const seconds = [...header.matchAll(MAX_AGE)].at(-1)?.[1]
      if (seconds !== undefined) {
        const isOver = Number(seconds) <= 0
        cookie.expires = new Date(isOver ? LONG_AGO : Date.now() + Number(seconds) * 1000)
      }
      if (Number.isNaN(cookie.expires?.getTime())) cookie.expires = null
      return cookie
    },
  })
}

/** happy-dom uses the last of the two attributes. */
const withoutMaxAge = (header: string): string =>
  header.replace(/;\s*max-age\s*(?:=[^;]*)?(?=;|$)/gi, '')

/** https://html.spec.whatwg.org/multipage/dom.html#document.title */
export function installTitle(): void {
  override<Document>(HappyDOM.Document.prototype, {
    get title() {
      return super.title.replace(/[\t\n\f\r ]+/g, ' ').trim()
    },
    // These are of documents that no window shows.
    get cookie() {
      return this.defaultView ? super.cookie : ''
    },
    set cookie(header: string) {
      if (this.defaultView) super.cookie = header
    },
    hasFocus() {
      return this.defaultView !== null && super.hasFocus()
    },
  })
}
