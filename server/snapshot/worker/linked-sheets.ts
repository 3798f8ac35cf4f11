// Reads the built style sheets that a page links, once a worker: for Markdown, which leaves out
// elements that a sheet hides.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageContext } from '../../dom/index.ts'
import { fileName } from '../../site/public-files.ts'
import type { Assets } from '../pool/protocol.ts'

/** @returns The sheets that are files of the site. */
export type ReadSheets = (urls: Iterable<string>) => Promise<readonly CSSStyleSheet[]>

const NO_SHEETS: ReadSheets = async () => []

export function createLinkedSheets(assets: Assets | undefined): ReadSheets {
  if (!assets) return NO_SHEETS
  const { folder, base } = assets
  const loaded = new Map<string, CSSStyleSheet | undefined>()

  async function read(url: string): Promise<CSSStyleSheet | undefined> {
    const { origin, pathname } = new URL(url, document.URL)
    const isOwn = origin === location.origin && pathname.startsWith(base)
    const name = isOwn ? fileName(pathname.slice(base.length - 1)) : undefined
    if (!name?.endsWith('.css') || /(?:^|[\\/])\.\./.test(name)) return undefined
    if (loaded.has(name)) return loaded.get(name)
    // A file that is missing hides nothing.
    const css = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    const sheet = css === undefined ? undefined : new CSSStyleSheet()
    sheet?.replaceSync(css as string)
    loaded.set(name, sheet)
    return sheet
  }

  return async (urls) => {
    const sheets = await Promise.all(
      [...urls].filter((url) => URL.canParse(url, document.URL)).map(read),
    )
    return sheets.filter((sheet) => sheet !== undefined)
  }
}

/** Sheets of links and of the views' imports. */
export const sheetUrls = ({ styles }: PageContext): string[] => [
  ...Array.from(document.querySelectorAll('link[rel~="stylesheet"]'), (link) =>
    String(link.getAttribute('href')),
  ),
  ...styles,
]
