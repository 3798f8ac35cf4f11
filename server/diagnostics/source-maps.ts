// Rewrites stack traces by source maps. Reads a map only when an error is reported, unlike Node,
// which reads it with every module.

import { Buffer } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Frames of this package stay. */
const OWN = fileURLToPath(new URL('..', import.meta.url))
const FRAME = /^(\s+at .*?)((?:file:\/\/)?\/[^\s()]*?\.\w+)(?:\?[^\s():]*)?:(\d+):(\d+)/gm
const LINK = /\/\/[#@] sourceMappingURL=(\S+)\s*$/
const INLINE = /^data:application\/json[^,]*;base64,/

const MOST_BYTES = 64 * 2 ** 20
const MOST_FILES = 30

const maps = new Map<string, SourceMap | undefined>()

export const mapStack = (stack: string): string =>
  stack.replace(FRAME, (frame, before: string, file: string, line: string, column: string) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    if (path.startsWith(OWN)) return frame
    const entry = mapOf(path)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return frame
    const { originalSource, originalLine, originalColumn } = entry
    return `${before}${sourcePath(path, originalSource)}:${originalLine + 1}:${originalColumn + 1}`
  })

export const noteSourceMap = (file: string, map: object): void =>
  void maps.set(file, new SourceMap(map as SourceMapPayload))

function mapOf(file: string): SourceMap | undefined {
  if (maps.has(file)) return maps.get(file)
  const map = readMap(file)
  const [oldest] = maps.keys()
  if (maps.size >= MOST_FILES && oldest !== undefined) maps.delete(oldest)
  maps.set(file, map)
  return map
}

function readMap(file: string): SourceMap | undefined {
  try {
    const [, link = `${file}.map`] = LINK.exec(readText(file)) ?? []
    const json = INLINE.test(link)
      ? Buffer.from(link.replace(INLINE, ''), 'base64').toString('utf8')
      : readText(resolve(dirname(file), decodeURI(link)))
    return new SourceMap(JSON.parse(json))
  } catch {
    return undefined
  }
}

function readText(file: string): string {
  const { size } = statSync(file)
  if (size > MOST_BYTES) throw new RangeError(`${file} is too large`)
  return readFileSync(file, 'utf8')
}

const sourcePath = (file: string, source: string): string =>
  /^[a-z]{2,}:/i.test(source)
    ? source.startsWith('file:')
      ? fileURLToPath(source)
      : source
    : fileURLToPath(new URL(source, pathToFileURL(file)))
