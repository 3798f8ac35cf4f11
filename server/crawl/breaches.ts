// What a site can do against the crawling agreement, each with what is wrong and how to mend it.
//
// Specification, "Role of the application and web server"; FAQ on canonical links and sitemaps.

/** `error`: content is lost, doubled or told wrongly. `warning`: it may be meant. */
export type Severity = 'error' | 'warning'

interface BreachKind {
  readonly severity: Severity
  readonly what: string
  readonly fix: string
}

const error = (what: string, fix: string): BreachKind => ({ severity: 'error', what, fix })
const warning = (what: string, fix: string): BreachKind => ({ severity: 'warning', what, fix })

/** Every breach that a crawl looks for. */
export const BREACHES = {
  'ugly-link': error(
    'A page links to an ugly URL',
    'link to the pretty URL, #!…: crawlers do not follow ugly ones',
  ),
  'ugly-canonical': error(
    'The canonical link is an ugly URL',
    'name the pretty URL: people are shown the canonical one',
  ),
  'ugly-redirect': error(
    'A snapshot redirects to an ugly URL',
    'send to the pretty URL of the other state',
  ),
  'canonical-missing': error(
    'A snapshot has no canonical link',
    'add <link rel="canonical"> with its pretty URL',
  ),
  'canonical-elsewhere': warning(
    'The canonical link drops the state',
    'name the pretty URL with its #!, or all states count as one page',
  ),
  'fragment-tag-in-snapshot': error(
    'A snapshot carries the fragment tag',
    'take <meta name="fragment"> out of snapshots: it asks to crawl them again',
  ),
  'fragment-tag-place': error(
    'The fragment tag is not in the head',
    'move <meta name="fragment" content="!"> into <head>: elsewhere it does not count',
  ),
  'fragment-tag-content': error(
    'The fragment tag does not say exactly "!"',
    'write <meta name="fragment" content="!">',
  ),
  'empty-state-404': error(
    'The page without a fragment has no snapshot',
    'answer its ugly URL, ?_escaped_fragment_=, or take the fragment tag out: else the page is dropped',
  ),
  'no-snapshot': error(
    'The ugly URL is answered with the app itself',
    'answer ?_escaped_fragment_= with an HTML snapshot, or opt out in robots.txt',
  ),
  'empty-snapshot': error(
    'A snapshot has no text',
    'wait until the page has its content before it is taken',
  ),
  'not-html': error('A snapshot is not HTML', 'send content-type: text/html'),
  'broken-state': error(
    'A state that is linked or listed does not exist',
    'mend the link, or take it out of the sitemap',
  ),
  'server-error': error('The server failed', "look into the server's log"),
  unreachable: error('There was no answer', 'raise --timeout, or lower --concurrency'),
  'soft-404': error(
    'A state that does not exist is answered 200',
    'answer 404, or every mistyped link becomes a page',
  ),
  'redirect-loop': error(
    'Redirects go round in a circle',
    'let one of the states answer with a page',
  ),
  'redirect-chain': warning(
    'More than three redirects in a row',
    'send to the last state at once: crawlers give up',
  ),
  'duplicate-content': error(
    'Different states have the same content',
    'let their canonical links name one of them, or redirect',
  ),
  'title-missing': warning('A snapshot has no title', 'give the page a <title>'),
  'hash-without-bang': warning(
    'A link has a route after # without !',
    'write #!…: a crawler cuts other fragments off',
  ),
  'sitemap-ugly': error('The sitemap lists an ugly URL', 'list the pretty URL'),
  'sitemap-mixed': error(
    'The sitemap lists one page under two URLs',
    'list one of them: the pretty URL, and the home page without #!',
  ),
  'sitemap-blocked': error(
    'The sitemap lists a state that robots.txt forbids',
    'take it out of the one or the other',
  ),
  'sitemap-noindex': error(
    'The sitemap lists a state that is marked noindex',
    'take it out of the sitemap, or the mark out of the page',
  ),
  'sitemap-fragment': warning(
    'The sitemap lists a URL with a fragment that is no state',
    'write #!…: a crawler cuts other fragments off',
  ),
  'sitemap-elsewhere': warning(
    'A sitemap is at another origin and was not fetched',
    'keep it at the origin of what it lists, and name it by that origin',
  ),
  'robots-elsewhere': warning(
    'robots.txt redirects to another origin and was not read',
    'answer /robots.txt with the rules of this origin: until then all is allowed',
  ),
  'page-cut': warning(
    'A page is longer than was read',
    'make it shorter: what stands at its end is not seen',
  ),
  'page-unreadable': error(
    'A page cannot be read in bounded time or memory',
    'make it simpler: crawlers give such pages up',
  ),
  'links-cut': warning(
    'A page has more or longer links than were followed',
    'spread them over several pages, or list them in a sitemap',
  ),
  'fragment-canonical': error(
    'A canonical link or og:url has a fragment',
    'give states readable addresses: who cuts fragments takes all of them for one page',
  ),
  'fragment-only': error(
    'The sitemap lists a page that is only there after "#"',
    'give states readable addresses, and list those',
  ),
  unreached: error(
    'No links lead to a page that the sitemap lists',
    'link it from a page that is reached without fragments: many readers ask for no sitemap',
  ),
  'sitemap-unreadable': error('A sitemap cannot be read', 'see what its URL answers'),
} satisfies Record<string, BreachKind>

/** The name of a breach. */
export type BreachCode = keyof typeof BREACHES

/** One breach that was found. */
export interface Breach {
  readonly code: BreachCode
  readonly severity: Severity
  /** The URL that it is about. */
  readonly url: string
  /** What exactly was seen. */
  readonly detail: string
}

/** Makes a breach. */
export const breach = (code: BreachCode, url: string, detail = ''): Breach => ({
  code,
  severity: BREACHES[code].severity,
  url,
  detail,
})
