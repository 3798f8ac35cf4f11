// Writes the rules by which nginx and Apache httpd serve an export, as names.ts defines its files.
// New states change only the lists.

import { resolve } from 'node:path'
import { apacheLists, apacheRules } from './apache.ts'
import type { Manifest, SnapshotRecord } from './manifest.ts'
import { isListed, pagePart, uglyValue } from './names.ts'
import { nginxHttp, nginxServer } from './nginx.ts'
import type { Extra } from './publish.ts'
import { KEPT, type RuleFacts } from './rule-syntax.ts'

const MARK = '# Made by "hashbang export".'

const marked = (text: string): boolean => text === '' || text.includes(MARK)

/** Undefined where the state has no readable address or no rule can express it. */
export type FindMove = (
  record: SnapshotRecord,
  origin: string,
) => Omit<RuleFacts['movedPaths'][number], 'status'> | undefined

/** @param findMove Default: no page has readable addresses. */
export function ruleFiles(
  manifest: Manifest,
  folder: string,
  pages: readonly string[],
  findMove: FindMove = () => undefined,
): Extra[] {
  const facts = factsOf(manifest, resolve(folder), pages, findMove)
  const { listed, moved, headers } = apacheLists(facts)
  const files: [file: string, lines: Iterable<string>][] = [
    ['nginx-http.conf', nginxHttp(facts)],
    ['nginx-server.conf', nginxServer(facts)],
    ['apache.conf', apacheRules(facts)],
    ['listed.txt', listed],
    ['moved.txt', moved],
    ['headers.txt', headers],
  ]
  return files.map(([file, lines]) => ({
    file,
    lines: [`${MARK}\n`, ...lines],
    isOurs: marked,
  }))
}

const keptOf = (headers: SnapshotRecord['headers']): string =>
  JSON.stringify(KEPT.map((name) => headers[name] ?? null))

function factsOf(
  manifest: Manifest,
  folder: string,
  pages: readonly string[],
  findMove: FindMove,
): RuleFacts {
  const movedPaths: RuleFacts['movedPaths'][number][] = []
  const listed: RuleFacts['listed'][number][] = []
  const moved: RuleFacts['moved'][number][] = []
  const counts = new Map<string, number>()
  for (const record of manifest.records()) {
    const { state, file, page, status, headers } = record
    const part = pagePart(page)
    const key = `${part}=${uglyValue(state)}`
    if (status >= 300) {
      moved.push({ key, status, url: headers.location ?? '' })
      const move = findMove(record, manifest.header.origin)
      if (move) movedPaths.push({ ...move, status })
      continue
    }
    if (isListed(state)) listed.push({ key, file: file.slice(part.length, -'+.html'.length) })
    const text = keptOf(headers)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const texts = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([text]) => text)
  const places = new Map(texts.map((text, place) => [text, place]))
  const others: RuleFacts['others'][number][] = []
  for (const { state, page, status, headers } of texts.length > 1 ? manifest.records() : []) {
    const set = status >= 300 ? 0 : (places.get(keptOf(headers)) ?? 0)
    if (set > 0) others.push({ key: `${pagePart(page)}=${uglyValue(state)}`, set })
  }
  return {
    folder,
    pages: pages.map((path) => ({ path, part: pagePart(path) })),
    listed,
    moved,
    movedPaths,
    others,
    sets: texts.map((text) => {
      const values = JSON.parse(text) as (string | null)[]
      const named = KEPT.map((name, at) => [name, values[at]] as const)
      return Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== null))
    }),
  }
}
