// Lists the breaches of the crawling agreement and their fixes. Specification, "Role of the
// application and web server"; FAQ on canonical links and sitemaps.

import { UGLY_KEY } from '../../../src/url.ts'

/** `error`: content is lost, duplicated or wrong. `warning`: it may be intended. */
export type Severity = 'error' | 'warning'

interface BreachKind {
  readonly severity: Severity
  readonly what: string
  readonly fix: string
}

const error = (what: string, fix: string): BreachKind => ({ severity: 'error', what, fix })
const warning = (what: string, fix: string): BreachKind => ({ severity: 'warning', what, fix })

export const BREACHES = {
  'ugly-link': error(
    'A page links to an ugly URL',
    'link to the pretty URL, #!…: crawlers do not follow ugly URLs',
  ),
  'ugly-canonical': error(
    'The canonical link is an ugly URL',
    'set it to the pretty URL: search engines show it to people',
  ),
  'ugly-redirect': error(
    'A snapshot redirects to an ugly URL',
    'redirect to the pretty URL of the other state',
  ),
  'canonical-missing': error(
    'A snapshot has no canonical link',
    'add <link rel="canonical"> with the pretty URL of the state',
  ),
  'canonical-elsewhere': warning(
    'The canonical link drops the state',
    'set it to the pretty URL with its #!; without it all states count as one page',
  ),
  'fragment-tag-in-snapshot': error(
    'A snapshot has the fragment tag',
    'remove <meta name="fragment"> from snapshots: it makes crawlers request them again',
  ),
  'fragment-tag-place': error(
    'The fragment tag is not in the head',
    'move <meta name="fragment" content="!"> into <head>: crawlers ignore it elsewhere',
  ),
  'fragment-tag-content': error(
    'The content of the fragment tag is not exactly "!"',
    'write <meta name="fragment" content="!">',
  ),
  'empty-state-404': error(
    'The page without a fragment has no snapshot',
    `answer its ugly URL, ?${UGLY_KEY}, or remove the fragment tag; otherwise crawlers drop the page`,
  ),
  'no-snapshot': error(
    'The ugly URL returns the app itself',
    `answer ?${UGLY_KEY} with an HTML snapshot, or forbid it in robots.txt`,
  ),
  'empty-snapshot': error(
    'A snapshot has no text',
    'take it after the page has loaded its content',
  ),
  'not-html': error('A snapshot is not HTML', 'send content-type: text/html'),
  'broken-state': error(
    'A state that is linked or listed does not exist',
    'correct the link, or remove the state from the sitemap',
  ),
  'server-error': error('The server failed', "read the server's log"),
  unreachable: error('The server sent no answer', 'raise --timeout, or lower --concurrency'),
  'soft-404': error(
    'A state that does not exist returns status 200',
    'return status 404; otherwise every mistyped link becomes a page',
  ),
  'redirect-loop': error('Redirects form a loop', 'return a page for one of the states'),
  'redirect-chain': warning(
    'More than three redirects in a row',
    'redirect to the last state at once: crawlers stop after a few redirects',
  ),
  'duplicate-content': error(
    'Different states have the same content',
    'set their canonical links to one of the states, or redirect',
  ),
  'title-missing': warning('A snapshot has no title', 'add a <title> to the page'),
  'hash-without-bang': warning(
    'A link has a route after # without !',
    'write #!…: a crawler removes other fragments',
  ),
  'sitemap-ugly': error('The sitemap lists an ugly URL', 'list the pretty URL'),
  'sitemap-mixed': error(
    'The sitemap lists one page under two URLs',
    'list only one: the pretty URL, or for the home page the URL without #!',
  ),
  'sitemap-blocked': error(
    'The sitemap lists a state that robots.txt forbids',
    'remove it from the sitemap, or allow it in robots.txt',
  ),
  'sitemap-noindex': error(
    'The sitemap lists a state that is marked noindex',
    'remove it from the sitemap, or remove noindex from the page',
  ),
  'sitemap-fragment': warning(
    'The sitemap lists a URL with a fragment that is no state',
    'write #!…: a crawler removes other fragments',
  ),
  'sitemap-elsewhere': warning(
    'A sitemap is at another origin, so this command did not fetch it',
    'move it to the origin of the URLs that it lists, and link it there',
  ),
  'robots-elsewhere': warning(
    'robots.txt redirects to another origin, so this command did not read it',
    'return the rules of this origin at /robots.txt; until then crawlers may request every URL',
  ),
  'page-cut': warning(
    'A page is too long to be read whole',
    'make it shorter: crawlers do not read its end',
  ),
  'links-cut': warning(
    'A page has too many links, or links that are too long',
    'spread them over several pages, or list them in a sitemap',
  ),
  'fragment-canonical': error(
    'A canonical link or og:url has a fragment',
    'give states readable addresses: a crawler that removes fragments sees one page for all states',
  ),
  'fragment-only': error(
    'The sitemap lists a page that has only an address with "#"',
    'give states readable addresses, and list these addresses',
  ),
  unreached: error(
    'No link leads to a page that the sitemap lists',
    'link to it from a page without a fragment: many readers do not request the sitemap',
  ),
  'sitemap-unreadable': error(
    'A sitemap cannot be read',
    'open its URL, and correct what the server returns',
  ),
} satisfies Record<string, BreachKind>

export type BreachCode = keyof typeof BREACHES

export interface Breach {
  readonly code: BreachCode
  readonly severity: Severity
  readonly url: string
  readonly detail: string
}

export const breach = (code: BreachCode, url: string, detail = ''): Breach => ({
  code,
  severity: BREACHES[code].severity,
  url,
  detail,
})
