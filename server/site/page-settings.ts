// Checks the settings of each page. Each fault names the page, the setting, the value and the fix.
// A page has either a shell and an app module, or an adopted site.

import { isStatePrefix, STATE_PREFIXES } from './state-shape.ts'

interface PageSetting {
  readonly check: (value: unknown) => boolean
  /** Ends the sentence "it must be …". */
  readonly expected: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
/** The empty name is the first page. */
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const query: PageSetting = {
  check: (value) => value === undefined || isTexts(value),
  expected: 'a list of names of parameters, such as ["lang"]',
}

const OF_TABLE: Readonly<Record<string, PageSetting>> = {
  shell: { check: isText, expected: 'the file of the built index.html' },
  app: { check: isText, expected: 'the file of the built app module' },
  query,
  audience: {
    check: (value) => value === undefined || value === 'everyone' || value === 'crawlers',
    expected: '"everyone" or "crawlers"',
  },
}

const OF_ADOPTED: Readonly<Record<string, PageSetting>> = {
  site: {
    check: (value) => isText(value) && (!/^https?:/i.test(value) || isAddress(value)),
    expected:
      'the folder of the app, or the URL at which it runs, without a user and a query, such as "http://localhost:8080/"',
  },
  states: {
    check: (value) => value === undefined || isStatePrefix(value),
    expected: `what fragments of states begin with: one of ${STATE_PREFIXES.map((one) => `"${one}"`).join(', ')}`,
  },
  readable: {
    check: (value) => value === undefined || (isText(value) && /^(?:\/[\w\-~]+)+\/$/.test(value)),
    expected: 'a path that begins and ends with "/", such as "/s/"',
  },
  statesFile: {
    check: (value) => value === undefined || isText(value),
    expected: 'a file that lists states, one a line, such as "states.txt"',
  },
  chromium: {
    check: (value) => value === undefined || isNames(value),
    expected: 'a list of states that Chromium renders, such as ["/charts/*"]',
  },
  query,
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { href, origin, pathname } = new URL(text)
  return href === origin + pathname
}

/** Whether a request can have this path: it decodes and has no dot segments. */
function isPath(path: string): boolean {
  try {
    return /^\/[^?#\s]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Whether the server uses a path for nothing else. */
export const isOwnPath = (path: string): boolean =>
  /^\/[^?#\s]+$/.test(path) &&
  !/^\/(?:healthz|readyz|robots\.txt|sitemap.*|_hashbang\/.*)$/.test(path)

/** Lists readable addresses that two pages share. */
export function readableFaults(pages: Readonly<Record<string, unknown>>): string[] {
  const taken = new Map(Object.keys(pages).map((path) => [path, path]))
  return Object.entries(pages).flatMap(([path, page]) => {
    const prefix = (page as { readonly readable?: unknown } | null)?.readable
    if (typeof prefix !== 'string') return []
    const other = taken.get(prefix)
    taken.set(prefix, path)
    return other === undefined
      ? []
      : [
          `"pages" of "${path}": "readable" is "${prefix}", where the page "${other}" is: give each its own`,
        ]
  })
}

/** Lists the faults of a page. */
export function pageFaults([path, page]: [string, unknown]): string[] {
  const called = `"pages" of "${path}"`
  if (!isPath(path)) {
    return [
      `${called}: the path must begin with "/", decode, and have no query and no "..", such as "/" or "/a.html"`,
    ]
  }
  if (typeof page !== 'object' || page === null || Array.isArray(page)) {
    return [`${called} is ${JSON.stringify(page)}: it must be { shell, app } or { site }`]
  }
  const given = page as Readonly<Record<string, unknown>>
  const settings = 'site' in given ? OF_ADOPTED : OF_TABLE
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(settings, name))
  return [
    ...unknown.map(
      (name) =>
        `${called}: "${name}" is no setting of a page: there are ${Object.keys(settings).join(', ')}`,
    ),
    ...Object.entries(settings).flatMap(([name, { check, expected }]) =>
      check(given[name])
        ? []
        : [`${called}: "${name}" is ${JSON.stringify(given[name])}: it must be ${expected}`],
    ),
  ]
}
