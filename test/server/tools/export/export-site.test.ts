/**
 * An export holds the responses of its handler. export-folder.test.ts has the effects of runs on
 * each other.
 */
import { existsSync } from 'node:fs'
import fsp, { appendFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { allStates, firstStates } from '../../../../server/tools/export/export-selection.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { counts, exported, folderOf, form, states } from './catalogue.ts'

const test = suite('export')

const NAMES = ['/a', '/b', '/c/d']

test('a second run changes nothing, not even the time of a file', async () => {
  const folder = await folderOf('whole')
  expect(await exported(folder, NAMES)).toMatchObject({ states: 3, failed: 0 })
  const file = join(folder, 'c/d/index.html')
  const before = [await contentOf(folder), (await stat(file)).mtimeMs]
  const same = { written: 0, unchanged: 3, resumed: 0, removed: 0 }
  expect(counts(await exported(folder, NAMES))).toMatchObject(same)
  expect([await contentOf(folder), (await stat(file)).mtimeMs]).toEqual(before)
})

test('a file ends with a comment that no name can end early', async () => {
  const folder = await folderOf('marks')
  await exported(folder, ['/a', '/x--><script>'])
  expect(await readFile(join(folder, 'a/index.html'), 'utf8')).toBe(
    'page /a\n<!-- hashbang-router a/index.html /a -->\n',
  )
  const odd = await readFile(join(folder, 'x--><script>/index.html'), 'utf8')
  const [, comment = ''] = /<!--(.*)-->\n$/s.exec(odd) ?? []
  expect(comment).toContain('hashbang-router x-%2D%3E%3Cscript%3E/index.html')
  expect(comment).not.toMatch(/--|>/)
})

test('a state that is gone loses its file and its folder; a file that is not ours stays', async () => {
  const folder = await folderOf('gone')
  await exported(folder, NAMES)
  await writeFile(join(folder, 'b/mine.txt'), 'mine')
  // A copy of a page elsewhere is nobody's but its owner's.
  await cp(join(folder, 'a'), join(folder, 'copy'), { recursive: true })
  expect(counts(await exported(folder, ['/a']))).toMatchObject({ unchanged: 1, removed: 2 })
  expect([...(await contentOf(folder)).keys()]).toEqual([
    ...['/a/index.html', '/b/mine.txt', '/copy/index.html'],
  ])
  expect(existsSync(join(folder, 'c'))).toBe(false)
})

test('a file in the place of a page is named, and neither replaced nor removed', async () => {
  const folder = await folderOf('foreign')
  await exported(folder, NAMES)
  await appendFile(join(folder, 'a/index.html'), '<!-- mine -->')
  await mkdir(join(folder, 'file'))
  await writeFile(join(folder, 'file/x'), 'a file, and no folder')
  const report = await exported(folder, ['/a', '/file/x'])
  expect(report.faults.map(({ kind, reason }) => [kind, reason]).sort()).toEqual(
    ['a/index.html', 'file/x/index.html'].map((file) => [
      'failed',
      `${join(folder, file)} is not of this export: move it away`,
    ]),
  )
  await exported(folder, [])
  expect([...(await contentOf(folder)).keys()]).toEqual(['/a/index.html', '/file/x'])
})

test('a state that fails keeps its last good file, is counted, and named', async () => {
  const folder = await folderOf('failed')
  await exported(folder, NAMES)
  const report = await exported(folder, NAMES, (state) => (state === '/b' ? undefined : 'new'))
  expect(report).toMatchObject({ failed: 1, partial: false })
  expect(report.faults).toMatchObject([{ reason: 'its status is 500', states: [{ state: '/b' }] }])
  expect(await readFile(join(folder, 'b/index.html'), 'utf8')).toContain('page /b')
})

test('a run with too many failures, or of a part of the states, removes nothing', async () => {
  const folder = await folderOf('many')
  await exported(folder, ['/old'])
  const many = Array.from({ length: 10_002 }, (_, at) => `/fails/${at}`)
  const report = await exported(folder, many, () => undefined)
  expect(report).toMatchObject({ failed: 10_002, partial: true })
  expect(report.faults).toMatchObject([{ reason: 'its status is 500', count: 10_002 }])
  expect(report.faults[0]?.states).toHaveLength(10)
  const gap = allStates(states('/a'), undefined, () => false)
  for (const selection of [gap, firstStates(allStates(states('/a')), 1)]) {
    const part = await exported(folder, [], undefined, { selection })
    expect([part.partial, counts(part).removed]).toEqual([true, 0])
  }
  expect(existsSync(join(folder, 'old/index.html'))).toBe(true)
  expect(counts(await exported(folder, ['/a'])).removed).toBe(1)
})

for (const names of [
  ['/a', '/A'],
  ['/A', '/a'],
])
  test(`of two states with one file, the smaller address wins, and the error names both: ${names}`, async () => {
    const folder = await folderOf('clash')
    const forms = [form(folder, () => 'a/index.html')]
    for (const _ of ['first', 'again']) {
      const report = await exported(folder, names, undefined, { forms })
      expect(report).toMatchObject({ failed: 1, faults: [{ kind: 'failed' }] })
      const [fault] = report.faults
      const other = fault?.states[0]?.state === '/a' ? '/A' : '/a'
      expect(fault?.reason).toContain(`its file "a/index.html" is that of ${other} too`)
      expect(await readFile(join(folder, 'a/index.html'), 'utf8')).toContain('page /A')
    }
  })

test('a stopped run continues by its name; a copy of its folder starts again', async () => {
  const [folder, copied] = [await folderOf('stopped'), await folderOf('copied')]
  const rendered: string[] = []
  const run = (into: string, stop?: string, over = {}) => {
    const controller = new AbortController()
    const answer = (state: string) => {
      rendered.push(state)
      if (state === stop) controller.abort()
      return `page ${state}`
    }
    const { signal } = controller
    return exported(into, NAMES, answer, { run: 'one', concurrency: 1, signal, ...over })
  }
  await expect(run(folder, '/b')).rejects.toThrow('aborted')
  await cp(folder, copied, { recursive: true, preserveTimestamps: true })
  expect(counts(await run(copied))).toMatchObject({ resumed: 0, written: 1, unchanged: 2 })
  rendered.length = 0
  expect(counts(await run(folder))).toMatchObject({ resumed: 2, written: 1 })
  expect(rendered).toEqual(['/c/d'])
  for (const [stop, over] of [
    ['/b', { run: 'two' }],
    ['/b', { build: 'other' }],
    ['/b', { origin: 'https://b.test' }],
  ] as const) {
    await expect(run(folder, stop)).rejects.toThrow('aborted')
    expect(counts(await run(folder, undefined, over)).resumed).toBe(0)
  }
  expect([...(await contentOf(folder)).keys()].filter((file) => /\/\./.test(file))).toEqual([])
})

test('shards write disjoint files of one folder, and remove their own', async () => {
  const [whole, folder] = [await folderOf('one'), await folderOf('shards')]
  const names = Array.from({ length: 40 }, (_, at) => `/items/${at}`)
  await exported(whole, names)
  const shard = async (index: number, of: readonly string[]) => {
    const selection = allStates(states(...of), { index, count: 3 })
    const report = await exported(folder, [], undefined, { selection })
    return [report.states, counts(report).removed]
  }
  const sums = [await shard(1, names), await shard(2, names), await shard(3, names)]
  expect(sums.every(([states = 0]) => states > 0)).toBe(true)
  expect(await contentOf(folder)).toEqual(await contentOf(whole))
  const left = names.slice(1)
  expect([await shard(1, left), await shard(2, left), await shard(3, left)].flat()).toContain(1)
  await exported(whole, left)
  expect(await contentOf(folder)).toEqual(await contentOf(whole))
})

test('a form below another one keeps its files', async () => {
  const folder = await folderOf('nested')
  const forms = [form(folder), form(join(folder, 'below'))]
  await exported(folder, NAMES, undefined, { forms })
  const answer = (state: string) => (state === '/a' ? undefined : state)
  await exported(folder, ['/a'], answer, { forms })
  expect([...(await contentOf(folder)).keys()]).toEqual(['/a/index.html', '/below/a/index.html'])
})

test('two runs at once end as one', async () => {
  const folder = await folderOf('two')
  await Promise.all([exported(folder, NAMES), exported(folder, NAMES)])
  const same = { written: 0, unchanged: 3, removed: 0 }
  expect(counts(await exported(folder, NAMES))).toMatchObject(same)
  expect([...(await contentOf(folder)).keys()]).toHaveLength(3)
})

test('a list of states that fails ends the run, and nothing is removed', async () => {
  const folder = await folderOf('listing')
  await exported(folder, NAMES)
  async function* broken() {
    yield* states('/a')
    throw new Error('no database')
  }
  const selection = allStates(broken())
  await expect(exported(folder, [], undefined, { selection })).rejects.toThrow('no database')
  expect(
    [...(await contentOf(folder)).keys()].filter((file) => file.endsWith('.html')),
  ).toHaveLength(3)
})

test('where chmod does not change times, unchanged files are written again, not removed', async () => {
  const folder = await folderOf('modes')
  await exported(folder, NAMES)
  // The class is no export of Node.
  const handle = await fsp.open(folder)
  const proto = Object.getPrototypeOf(handle)
  await handle.close()
  const real = proto.chmod
  Object.assign(proto, { chmod: async () => undefined })
  try {
    expect(counts(await exported(folder, NAMES))).toMatchObject({ unchanged: 3, removed: 0 })
  } finally {
    Object.assign(proto, { chmod: real })
  }
  expect([...(await contentOf(folder)).keys()]).toHaveLength(3)
})
