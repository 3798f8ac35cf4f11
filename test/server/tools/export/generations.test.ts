/**
 * A folder of an export against a model of it in memory: whatever runs of it follow each other, whole, limited, split, merged,
 * taken up, killed at any write, with data that changes between them, it holds what the last run that was finished has made.
 */
import fs from 'node:fs'
import fsp, { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import fc from 'fast-check'
import type { SiteState } from '../../../../server/site/states.ts'
import { PAGES, readManifest } from '../../../../server/tools/export/manifest.ts'
import { mergeShards } from '../../../../server/tools/export/merge.ts'
import { snapshotFile } from '../../../../server/tools/export/names.ts'
import { recover } from '../../../../server/tools/export/publication.ts'
import { exportSite } from '../../../../server/tools/export/run.ts'
import { isInShard } from '../../../../server/tools/export/shard.ts'
import { memoryFolder } from '../../../memory-folder.ts'
import { numRuns } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('generations of an export')

const STATES = ['', '/a', '/b', '/B', '/c/d', '/e?f=g']
const RUNS = Number(process.env.FUZZ_RUNS ?? numRuns(30, 200))

/** What is published in a folder: pages by their states, and what the manifest says besides. */
interface Published {
  readonly pages: ReadonlyMap<string, string>
  readonly run: string | undefined
  readonly build: string
  readonly partial: boolean
  readonly failed: readonly string[]
}

interface World {
  readonly root: string
  readonly data: Map<string, number>
  readonly failing: Set<string>
  build: number
  generation: number
  readonly published: Map<string, Published>
}

/** A number, or none. One in so many is none. */
const maybe = (max: number, freq: number) => fc.option(fc.nat({ max }), { nil: undefined, freq })
const limit = maybe(STATES.length, 2)
const kill = maybe(45, 2)
const state = fc.constantFrom(...STATES)
const index = fc.integer({ min: 1, max: 2 })
/** An operation, and what it needs. */
const op = <N extends string, T>(name: N, more: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ do: fc.constant(name), ...more }) as unknown as fc.Arbitrary<{ do: N } & T>
const step = fc.oneof(
  { weight: 3, arbitrary: op('change', { state, to: fc.nat(4) }) },
  { weight: 2, arbitrary: op('fail', { state }) },
  { weight: 1, arbitrary: op('build', {}) },
  { weight: 5, arbitrary: op('whole', { named: fc.boolean(), limit, kill }) },
  { weight: 5, arbitrary: op('shard', { index, limit: maybe(4, 1), kill }) },
  { weight: 3, arbitrary: op('merge', { named: fc.boolean(), kill }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What the site shows; undefined where it fails. Every third version is a redirect. */
const shows = ({ data, failing, build }: World, name: string): string | undefined => {
  const version = data.get(name)
  if (version === undefined || failing.has(name)) return undefined
  return version === 3 ? 'moved' : `${name} of version ${version}, build ${build}`
}

async function run(world: World, change: Extract<Step, { do: 'whole' | 'shard' }>) {
  const { root, data } = world
  const shard = change.do === 'shard' ? { index: change.index, count: 2 } : undefined
  const name = shard || ('named' in change && change.named) ? `g${world.generation}` : undefined
  const all = [...data.keys()].sort().slice(0, change.limit)
  const chosen = all.filter((it) => !shard || isInShard(snapshotFile('/', it), shard))
  const place = shard ? `shard-${shard.index}-of-2` : '.'
  const old = world.published.get(place)
  const kept = [...(old?.pages ?? [])].filter(([it]) =>
    chosen.includes(it) ? shows(world, it) === undefined : change.limit !== undefined,
  )
  const made = chosen.flatMap((it): [string, string][] => {
    const text = shows(world, it)
    return text === undefined ? [] : [[it, text]]
  })
  const after: Published = {
    pages: new Map([...kept, ...made]),
    run: name,
    build: `${world.build}`,
    partial: change.limit !== undefined,
    failed: chosen.filter((it) => shows(world, it) === undefined),
  }
  const { build, partial, failed } = after
  const report = await attempt(world, place, after, change.kill, () =>
    exportSite({
      ...{ origin: 'https://a.test', folder: root, concurrency: 2 },
      ...{ build, run: name, shard, partial },
      states: (async function* (): AsyncGenerator<SiteState> {
        for (const it of all) yield { page: '/', state: it, url: '', name: 'x', index: true }
      })(),
      handler: async ({ target }) => {
        const text = shows(world, decodeURIComponent(target.slice('/?_escaped_fragment_='.length)))
        const headers = { 'content-type': 'text/html', location: 'https://a.test/' }
        const status = text === undefined ? 500 : text === 'moved' ? 301 : 200
        return { status, headers, body: Buffer.from(status === 200 ? (text ?? '') : '') }
      },
    }),
  )
  if (!report) return
  const { written, unchanged, resumed, errors, ...others } = report
  // A redirect has no file.
  const filesOf = ({ pages }: Published) => [...pages].filter(([, text]) => text !== 'moved')
  const left = new Map(filesOf(after))
  const gone = (old ? filesOf(old) : []).filter(([it]) => !left.has(it))
  expect(others).toEqual({ states: chosen.length, removed: gone.length, partial })
  expect(written + unchanged + resumed).toBe(made.length)
  if (resumed === 0)
    expect(unchanged).toBe(
      made.filter(([it, text]) => text === 'moved' || old?.pages.get(it) === text).length,
    )
  const reason = 'its status is 500'
  expect(errors.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toEqual(
    failed.toSorted().map((it) => ({ page: '/', state: it, reason })),
  )
}

async function merge(world: World, { named, kill }: Extract<Step, { do: 'merge' }>) {
  const name = named ? `g${world.generation}` : undefined
  const shards = [1, 2].flatMap((index) => world.published.get(`shard-${index}-of-2`) ?? [])
  const parts = shards.filter((part) => name === undefined || part.run === name)
  const [one, other] = parts
  const work = () => mergeShards([world.root], world.root, { run: name })
  const isOne = one && other && one.run === other.run && one.build === other.build
  if (!isOne || one.partial || other.partial) {
    await expect(work()).rejects.toThrow(RangeError)
    await check(world, '.', world.published.get('.'))
    return
  }
  const failed = [...one.failed, ...other.failed]
  const made = [...one.pages, ...other.pages]
  const kept = [...(world.published.get('.')?.pages ?? [])].filter(([it]) => failed.includes(it))
  const pages = new Map([...kept, ...made])
  await attempt(world, '.', { ...one, pages, failed }, kill, work)
}

/** Does work that publishes; killed at a write, it has published all or nothing by the time that the folder is opened again. */
async function attempt<T>(
  world: World,
  place: string,
  after: Published,
  kill: number | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const before = world.published.get(place)
  const restore = kill === undefined ? () => {} : dieAfter(kill)
  const done = await work()
    .catch((error: unknown) => {
      if (kill === undefined) throw error
      return undefined
    })
    .finally(restore)
  if (!done) {
    const texts = new Set([...(before?.pages.values() ?? []), ...after.pages.values()])
    for (const [, text] of await writtenIn(join(world.root, place))) expect(texts).toContain(text)
    await recover(join(world.root, place))
  }
  const isOld =
    !done &&
    (await check(world, place, before).then(
      () => true,
      () => false,
    ))
  if (!isOld) {
    world.published.set(place, after)
    await check(world, place, after)
  }
  return done
}

/** From the so many next write on, this process can change no file any more. */
function dieAfter(writes: number): () => void {
  let left = writes
  const restore: (() => void)[] = []
  const wrap = <T extends object>(module: T, isAsync: boolean, names: readonly (keyof T)[]) => {
    for (const name of names) {
      const real = module[name] as (...args: unknown[]) => unknown
      Object.assign(module, {
        [name]: (...args: unknown[]) => {
          const killed = () => Object.assign(new Error('killed'), { code: 'KILLED' })
          if (left-- <= 0 && isAsync) return Promise.reject(killed())
          if (left < 0) throw killed()
          return real.apply(module, args)
        },
      })
      restore.push(() => Object.assign(module, { [name]: real }))
    }
  }
  wrap(fsp, true, ['open', 'rename', 'unlink', 'rm', 'rmdir', 'mkdir'])
  wrap(fs, false, ['appendFileSync', 'rmSync', 'writeFileSync', 'truncateSync'])
  syncBuiltinESMExports()
  return () => {
    for (const undo of restore) undo()
    syncBuiltinESMExports()
  }
}

async function writtenIn(folder: string): Promise<Map<string, string>> {
  const root = join(folder, PAGES)
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((item) => item.isFile() && item.name !== 'mine.txt')
  const pairs = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name)
    return [path.slice(root.length + 1), await readFile(path, 'utf8')]
  })
  return new Map(await Promise.all(pairs))
}

async function check({ root }: World, place: string, expected: Published | undefined) {
  const manifest = await readManifest(join(root, place))
  const files = await writtenIn(join(root, place))
  if (expected === undefined) {
    expect([manifest, [...files]]).toEqual([undefined, []])
    return
  }
  const said = [...(manifest?.records() ?? [])]
  const { header } = manifest ?? {}
  const file = (it: string) => snapshotFile('/', it)
  const all = [...expected.pages]
  expect(said.map(({ state }) => state).sort()).toEqual(all.map(([it]) => it).sort())
  const bodies = all.filter(([, text]) => text !== 'moved')
  expect(files).toEqual(new Map(bodies.map(([it, text]) => [file(it), text])))
  const { partial, build } = expected
  expect({ partial: header?.partial ?? false, build: header?.build }).toEqual({ partial, build })
  expect(header?.failed ?? []).toEqual(expected.failed.map(file).sort())
  if (expected.run) expect(header?.run).toBe(expected.run)
  for (const { state, bytes, from } of said) {
    const text = expected.pages.get(state) ?? ''
    expect(bytes).toBe(text === 'moved' ? 0 : text.length)
    // A page of another build says so.
    if (text !== 'moved' && !text.endsWith(`build ${expected.build}`)) {
      expect(text.endsWith(`build ${from?.build}`)).toBe(true)
    }
  }
}

test('whatever runs follow each other, a folder holds what the last finished one has made', async () => {
  const folder = await memoryFolder('generations')
  let last = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const root = join(folder, `${last++}`)
      const mine = join(root, PAGES, '=', 'mine.txt')
      await mkdir(join(root, PAGES, '='), { recursive: true })
      await writeFile(mine, 'mine')
      const data = new Map(STATES.map((it) => [it, 1]))
      const published = new Map<string, Published>()
      const world: World = { root, data, failing: new Set(), build: 1, generation: 1, published }
      for (const it of steps) {
        if (it.do === 'whole' || it.do === 'shard') await run(world, it)
        else if (it.do === 'merge') await merge(world, it)
        else {
          world.generation += 1
          if (it.do === 'build') world.build += 1
          else if (it.do === 'fail') {
            if (!world.failing.delete(it.state)) world.failing.add(it.state)
          } else if (it.to === 0) data.delete(it.state)
          else data.set(it.state, it.to)
        }
      }
      expect(await readFile(mine, 'utf8')).toBe('mine')
      await rm(root, { recursive: true })
    }),
    { numRuns: RUNS },
  )
})
