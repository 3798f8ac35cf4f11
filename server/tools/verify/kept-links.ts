// Lists links of a page that opens at `#!` as its snapshot does. The snapshot of the empty state
// has readable addresses for crawlers, and keeps each `#!` link beside them for the browser.

import { type ReadableScheme, readableHref, readableScheme } from '../../../src/readable.ts'
import { KEPT_LINK } from '../../../src/sent-mark.ts'
import { fragmentOf, fragmentState, withoutFragment } from '../../../src/url.ts'
import { attributeOf, elementsIn } from '../../html/html-tree.ts'
import { stateShape } from '../../site/adopted-urls.ts'
import { parseShown } from '../crawl/document.ts'
import { stateAddresses } from '../crawl/state-addresses.ts'

const ANY = '/s/'

/**
 * The scheme of the readable addresses, from the first link in both forms. A false link stays a
 * difference: its address must be the one that the scheme makes of the state.
 */
export function keptScheme(html: string, url: string): ReadableScheme | undefined {
  const { pathname: page } = new URL(url)
  for (const element of elementsIn(parseShown(html))) {
    const state = fragmentState(attributeOf(element, `${KEPT_LINK}href`) ?? '')
    const href = attributeOf(element, 'href') ?? ''
    if (!state || !URL.canParse(href, url)) continue
    const { pathname, search, hash } = new URL(href, url)
    for (const files of [false, true]) {
      const end = readableHref(readableScheme(ANY, { files }), state).slice(ANY.length)
      const address = pathname + search + hash
      if (end === '' || !address.endsWith(end)) continue
      const scheme = schemeOf(address.slice(0, -end.length), { page, files })
      if (scheme) return scheme
    }
  }
  return undefined
}

function schemeOf(prefix: string, options: { page: string; files: boolean }) {
  try {
    return readableScheme(prefix, options)
  } catch {
    return undefined
  }
}

/** Gives links of the page and of the snapshot one form, the readable address with its anchor. */
export function readableLinks(scheme: ReadableScheme | undefined, url: string) {
  const pages = { shape: stateShape('#!', scheme), pageUrl: withoutFragment(url) }
  return (address: string): string => {
    const linked = scheme && stateAddresses(address, pages)
    if (!linked) return address
    const fragment = fragmentOf(address)
    const anchor = fragmentState(fragment) === null ? fragment : ''
    return new URL(readableHref(scheme, linked.state), url).href + anchor
  }
}
