// A twin of each state at a real path, for hosts that can only serve files (GitHub Pages, S3): who cannot
// run scripts reads it, a browser goes on into the app. Its canonical link is the pretty URL.
//   /word/ajax -> word/ajax/index.html     x -> ^=x/index.html     '' -> index.html
// In: records of an export and their snapshots. Out: files, whole or not at all.

import { createHash } from 'node:crypto'
import { escapeHtml } from '../../src/html.ts'
import { prettyUrl } from '../../src/url.ts'
import type { SnapshotRecord } from './manifest.ts'
import { isUnsafe, pagePart, plainPath, uglyValue } from './names.ts'
import { openStore } from './store.ts'

/** The path of a state's twin, relative to the folder of twins. */
export function twinFile(page: string, state: string): string {
  const part = pagePart(page)
  return `${part === '' ? '' : `${part}=/`}${twinFolder(uglyValue(state))}index.html`
}

function twinFolder(value: string): string {
  if (value === '') return ''
  const path = plainPath(value)
  const segments = path?.split('/') ?? []
  const inner = segments[0] === '' ? segments.slice(1) : segments
  // Those that the name of the file itself, or the slash before it, would be taken for.
  const isOdd = inner.some((segment) => isUnsafe(segment) || segment === 'index.html')
  if (path === null || isOdd) return `^^${createHash('sha256').update(value).digest('hex')}/`
  return segments[0] === '' ? `${path.slice(1)}/` : `^=${path}/`
}

/** A folder of twins that is being written. */
export interface Twins {
  write(record: SnapshotRecord, snapshot: Buffer): Promise<void>
  close(): Promise<void>
}

/** Opens a folder for twins. */
export async function openTwins(folder: string, origin: string): Promise<Twins> {
  const store = await openStore(folder, 'twins')
  return {
    async write({ page, state, bytes }, snapshot) {
      if (bytes === 0) return
      store.put(twinFile(page, state), Buffer.from(twin(String(snapshot), origin + page, state)))
    },
    close: () => store.close(),
  }
}

/** The text of a twin. */
function twin(snapshot: string, pageUrl: string, state: string): string {
  const pretty = prettyUrl(pageUrl, state)
  const script = `location.replace(${JSON.stringify(pretty).replaceAll('<', '\\u003c')})`
  const added = `<base href="${escapeHtml(pageUrl)}"><script>${script}</script>`
  // The replacement is a function: in a text "$" would be special.
  return snapshot.replace(/<head(?:\s[^>]*)?>/i, (tag) => tag + added)
}
