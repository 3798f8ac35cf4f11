// Checks the settings of each page. Each fault names the page, the setting, the value and the fix.
// A page has either a shell and an app module, or an adopted site.

import { meant } from '../../src/closest.ts'
import { ADOPTED_PAGE, isRecord, TABLE_PAGE } from './setting-table.ts'

/** Whether a request can have this path: it decodes and has no dot segments. */
function isPath(path: string): boolean {
  try {
    return /^\/[^?#\s]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Lists readable addresses that two pages share. */
export function readableFaults(pages: Readonly<Record<string, unknown>>): string[] {
  const taken = new Map(Object.keys(pages).map((path) => [path, path]))
  return Object.entries(pages).flatMap(([path, page]) => {
    const { readable } = (page as { readonly readable?: unknown } | null) ?? {}
    const prefix = isRecord(readable) ? readable.prefix : readable
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
  if (!isRecord(page)) {
    return [`${called} is ${JSON.stringify(page)}: it must be { shell, app } or { site }`]
  }
  const settings = 'site' in page ? ADOPTED_PAGE : TABLE_PAGE
  const unknown = Object.keys(page).filter((name) => !Object.hasOwn(settings, name))
  return [
    ...unknown.map(
      (name) => `${called}: "${name}" is no setting of a page${meant(name, Object.keys(settings))}`,
    ),
    ...Object.entries(settings).flatMap(([name, { check, expected, isRequired }]) =>
      check(page[name]) || (page[name] === undefined && !isRequired)
        ? []
        : [`${called}: "${name}" is ${JSON.stringify(page[name])}: it must be ${expected}`],
    ),
  ]
}
