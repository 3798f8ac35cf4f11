// Finds the source of a function in the bundle of a worker, by the map that the build writes beside
// it.
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { CallFrame, Place } from './shares.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

interface Mapped {
  readonly map: SourceMap
  readonly escapes: Readonly<Record<string, readonly number[]>>
}

/** An escape is so much longer than its letter. */
const LONGER = '\\u0000'.length - 1

const maps = new Map<string, Mapped | undefined>()

function mapOf(file: string): Mapped | undefined {
  if (maps.has(file)) return maps.get(file)
  const at = `${file}.map.json`
  const read = existsSync(at) && JSON.parse(readFileSync(at, 'utf8'))
  const found = read
    ? { map: new SourceMap(read.map as SourceMapPayload), escapes: read.escapes }
    : undefined
  maps.set(file, found)
  return found
}

export function placeOf({ functionName, url, lineNumber, columnNumber }: CallFrame): Place {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const known = mapOf(file)
  const name = functionName || '(anonymous)'
  if (!known) return { name, file: shortened(file), line: lineNumber + 1 }
  const escapes = known.escapes[lineNumber] ?? []
  const before = escapes.filter((column) => column < columnNumber).length
  const entry = known.map.findEntry(lineNumber, columnNumber - LONGER * before)
  const { originalSource, originalLine = 0 } = entry as Partial<SourceMapping>
  return originalSource === undefined
    ? { name, file: shortened(file), line: lineNumber + 1 }
    : { name, file: shortened(originalSource), line: originalLine + 1 }
}

/** `npm/` for packages, and the path below `dist` for our own. */
function shortened(file: string): string {
  const [, ofPackage] = /.*node_modules\/(.+)/.exec(file) ?? []
  if (ofPackage) return `npm/${ofPackage}`
  if (file.startsWith(DIST)) return file.slice(DIST.length)
  const [, inDist] = /^(?:\.\.\/)*((?:server|src)\/.+)/.exec(file) ?? []
  return inDist ?? file.replace(/.*\/(?=[^/]+\/[^/]+$)/, '')
}
