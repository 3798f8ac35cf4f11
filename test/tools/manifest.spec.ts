/** Names of exported files are safe and injective; a manifest finds every state it was written from, in any order. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { createExternalSort } from '../../dist/server/export/external-sort.js'
import { MANIFEST, readManifest, type SnapshotRecord } from '../../dist/server/export/manifest.js'
import { snapshotFile } from '../../dist/server/export/names.js'
import { writeManifest } from '../../dist/server/export/write-manifest.js'
import { canonicalState } from '../../dist/src/state.js'

const hash = expect.stringMatching(/^=\^\/[\da-f]{64}\+\.html$/)
const vectors: [page: string, state: string, file: unknown][] = [
  ['/', '', '=+.html'],
  ['/', '/', '=/+.html'],
  ['/', '/word/ajax', '=/word/ajax+.html'],
  ['/', 'mystate', '=mystate+.html'],
  ['/', '/word/Polish', '=/word/^polish+.html'],
  ['/', '/word/polish', '=/word/polish+.html'],
  ['/', '/products/7?sort=price', '=/products/7^-sort=price+.html'],
  ['/', 'key1=value1&key2=value2', '=key1=value1%26key2=value2+.html'],
  ['/', '/word/naïve art', '=/word/na%25C3%25AFve%2520art+.html'],
  ['/', '/word/%c3%af', '=/word/%25C3%25AF+.html'],
  ['/dictionary.html', 'AJAX', 'dictionary.html=^a^j^a^x+.html'],
  ['/docs/', '/x', 'docs/=/x+.html'],
  ['/', '/a/../../../etc/passwd', hash],
  ['/', '//x', hash],
  ['/', '/a//b', hash],
  ['/', '/con/x', hash],
  ['/', '/end./x', hash],
  ['/', '/a*b', hash],
  ['/', `/${'x'.repeat(201)}`, hash],
  ['/', 'ABCDEFGHIJKLM', hash],
]

for (const [page, state, file] of vectors) {
  test(`names ${page} ${state.slice(0, 40)}`, () => {
    expect(snapshotFile(page, state)).toEqual(file)
  })
}

const state = fc
  .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w/.?:=^%+~-]{0,12}$/))
  .map(canonicalState)

test('two states have two files, on file systems that ignore case too, and none leaves its folder', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      const [a, b] = [snapshotFile('/', one), snapshotFile('/', other)]
      const segments = a.split('/')
      return (
        (a.toLowerCase() === b.toLowerCase()) === (one === other) &&
        a.startsWith('=') &&
        !segments.includes('..') &&
        segments.every((segment) => segment.length < 256)
      )
    }),
    { numRuns: 3000 },
  )
})

const record = (text: string): SnapshotRecord => ({
  file: snapshotFile('/', text),
  page: '/',
  state: text,
  status: 200,
  bytes: text.length,
  hash: 'h',
  headers: { 'content-type': 'text/html', etag: `"${text.length}"` },
})

test('a manifest finds each of its states and no other, and does not depend on their order', async () => {
  const states = Array.from({ length: 200 }, (_, index) => `/word/${index * 37}?x=${index}`)
  // Longer than what is read at a time.
  states.push(`/long/${'ä'.repeat(1500)}`)
  const header = { origin: 'https://a.test', build: 'b' }
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  const written = async (all: readonly string[]) => {
    const sort = createExternalSort<SnapshotRecord>(join(folder, 'sort'))
    for (const one of all) sort.add(snapshotFile('/', one), record(one))
    const records = function* () {
      for (const [, one] of sort.sorted()) yield one
    }
    writeManifest(join(folder, 'made'), header, records)
    return readFile(join(folder, 'made'), 'utf8')
  }
  const text = await written(states)
  expect(await written(states.toReversed())).toBe(text)
  expect(await readManifest(folder)).toBeUndefined()
  await writeFile(join(folder, MANIFEST), text)
  const manifest = await readManifest(folder)
  for (const known of states) expect(manifest?.find('/', known)).toEqual(record(known))
  expect(manifest?.header.run).toMatch(/^[\w-]{16}$/)
  for (const unknown of ['', '/', '/word/1', '/zzz'])
    expect(manifest?.find('/', unknown)).toBeUndefined()
  expect([...(manifest?.records() ?? [])]).toHaveLength(201)
})

test('what does not fit into memory is sorted on the disk: each key once, with what came last', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'sort-')), 'runs')
  const sort = createExternalSort<{ at: number; text: string }>(folder)
  const keyOf = (at: number) => `=/${(at * 7919) % 5000}+.html`
  const text = 'ü'.repeat(2000)
  const last = new Map<string, number>()
  // Some 80 files, in two levels.
  for (let at = 0; at < 40_000; at++) {
    sort.add(keyOf(at), { at, text: at % 4 === 0 ? text.repeat(8) : text })
    last.set(keyOf(at), at)
    if (at === 20_000) expect([...sort.sorted()]).toHaveLength(5000)
  }
  const found = [...sort.sorted()].map(([key, { at }]) => [key, at])
  expect(found).toEqual([...last].sort(([a], [b]) => (a < b ? -1 : 1)))
  sort.close()
})

test('a manifest that is damaged is said to be, by its name and the line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  const record = { page: '/', status: 200, bytes: 0, hash: '', headers: {} }
  const records = ['/a', '/b'].map((state) => ({
    ...record,
    ...{ state, file: snapshotFile('/', state) },
  }))
  writeManifest(join(folder, MANIFEST), { origin: 'https://a.test', build: 'x' }, () => records)
  const whole = await readFile(join(folder, MANIFEST), 'utf8')
  for (const damaged of [whole.slice(0, -10), whole.replace(/.*\n$/, 'null\n')]) {
    await writeFile(join(folder, MANIFEST), damaged)
    const manifest = await readManifest(folder)
    expect(manifest).toBeDefined()
    expect(() => manifest?.find('/', '/b')).toThrow(
      /manifest\.jsonl is damaged, at ".*": move it away, and export again$/,
    )
    manifest?.close()
  }
})

test('a file that is no manifest is refused with its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  await writeFile(join(folder, MANIFEST), '{}\n')
  await expect(readManifest(folder)).rejects.toThrow(/manifest\.jsonl is no manifest/)
})
