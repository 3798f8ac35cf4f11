// Rules by which nginx and Apache httpd serve an export: from the value of the token to its file, as
// names.ts writes it. They do not change with the states, but for lists of those whose names only a list
// can tell, and of those that redirect.
// In: the folder of a finished export. Out: its files nginx-http.conf, nginx-server.conf, apache.conf,
// listed.txt, moved.txt.

import { resolve } from 'node:path'
import { fragmentOf } from '../../src/url.ts'
import { apacheRules } from './apache.ts'
import { readManifest } from './manifest.ts'
import { isListed, pagePart, uglyValue } from './names.ts'
import { nginxHttp, nginxServer } from './nginx.ts'
import { openStore } from './store.ts'

/** What the rules are made of. */
export interface RuleFacts {
  /** Absolute. */
  readonly folder: string
  readonly pages: readonly { readonly path: string; readonly part: string }[]
  /** Of states whose names are hashed: the part of the name after the page's. */
  readonly listed: readonly { readonly value: string; readonly file: string }[]
  /** Of states that redirect. */
  readonly moved: readonly { readonly value: string; readonly url: string }[]
  /** Response headers that all snapshots share. */
  readonly headers: Readonly<Record<string, string>>
}

/** Headers that the files cannot tell themselves. */
const KEPT = ['content-security-policy', 'x-content-type-options']

/** Writes the rules for an export; nothing when there is none. */
export async function writeRules(folder: string, pages: readonly string[]): Promise<void> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) return
  const listed: { value: string; file: string }[] = []
  const moved: { value: string; url: string }[] = []
  for (const { state, file, page, bytes, headers } of manifest.records()) {
    const value = uglyValue(state)
    if (bytes === 0) moved.push({ value, url: headers.location ?? '' })
    else if (isListed(state)) {
      listed.push({ value, file: file.slice(pagePart(page).length, -'+.html'.length) })
    }
  }
  const [first = {}, ...others] = manifest.header.headers.filter((set) => 'content-type' in set)
  const facts: RuleFacts = {
    folder: resolve(folder),
    pages: pages.map((path) => ({ path, part: pagePart(path) })),
    listed,
    moved: moved.filter(({ url }) => fragmentOf(url) !== ''),
    headers: Object.fromEntries(
      Object.entries(first).filter(
        ([name, value]) => KEPT.includes(name) && others.every((other) => other[name] === value),
      ),
    ),
  }
  const store = await openStore(folder, 'rules')
  store.putLines('nginx-http.conf', nginxHttp(facts))
  store.putLines('nginx-server.conf', nginxServer(facts))
  store.putLines('apache.conf', apacheRules(facts))
  store.putLines(
    'listed.txt',
    listed.map(({ value, file }) => `=${value} ${file}\n`),
  )
  store.putLines(
    'moved.txt',
    facts.moved.map(({ value, url }) => `=${value} ${url}\n`),
  )
  await store.close()
}

/** A text as a regular expression that only it matches. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The escapes and other characters that need no mark, as a regular expression without its closing. */
export const UNMARKED = '(?:%(?:25)?[0-9A-F][0-9A-F]|[^A-Z?:%])*+'
