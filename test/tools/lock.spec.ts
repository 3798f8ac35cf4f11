/**
 * One export writes to a folder, also where machines or containers share it: a number of a process says nothing beyond its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { thisProcess } from '../../dist/server/export/holder.js'
import { takeLock } from '../../dist/server/export/lock.js'
import { readManifest } from '../../dist/server/export/manifest.js'
import { exportSite } from '../../dist/server/export/run.js'
import type { SiteState } from '../../dist/server/site/states.js'

const lockPath = async () => join(await mkdtemp(join(tmpdir(), 'lock-')), 'lock')
const written = (over: object = {}) => JSON.stringify({ ...thisProcess(), id: 'x', ...over })

/** As if it was written so many s ago. */
const age = (path: string, seconds: number) => {
  const at = Date.now() / 1000 - seconds
  return utimes(path, at, at)
}

const lockUrl = pathToFileURL('dist/server/export/lock.js').href
/** Takes a lock in a process of its own, says how that went, and again what it has when it is told to. */
const TAKER = `
  const { takeLock } = await import(${JSON.stringify(lockUrl)})
  const say = (work) => { try { work(); console.log('ok') } catch (error) { console.log(error.message) } }
  let lock
  say(() => { lock = takeLock(process.argv[1]) })
  process.stdin.once('data', () => { say(() => lock.check()); process.exit() })`
function taker(path: string): { process: ChildProcess; said(): Promise<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', TAKER, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return {
    process: child,
    said: async () => String((await once(child.stdout as NodeJS.ReadableStream, 'data'))[0]).trim(),
  }
}

test('the number of this process, of another host or container, is another one: it is waited for, or too old', async () => {
  for (const over of [{ host: 'pod-b' }, { place: 'boot pid:[1]' }]) {
    const path = await lockPath()
    await writeFile(path, written(over))
    const host = 'host' in over ? over.host : thisProcess().host
    expect(() => takeLock(path)).toThrow(
      `Another export, process ${process.pid} on ${host}, is writing there: wait for it; one that was killed holds this folder for 120 s`,
    )
    expect(await readFile(path, 'utf8')).toBe(written(over))
    await age(path, 100)
    expect(() => takeLock(path)).toThrow('Another export')
    await age(path, 130)
    takeLock(path).release()
    expect(await readdir(join(path, '..'))).toEqual([])
  }
})

test("what this process has left, and does not hold, is nobody's", async () => {
  const path = await lockPath()
  await writeFile(path, written())
  takeLock(path).release()
})

test('a number that another process has got by now holds nothing', async () => {
  const path = await lockPath()
  await writeFile(path, written({ began: '1' }))
  test.skip(thisProcess().began === '', 'this system does not say when a process began')
  takeLock(path).release()
})

test('a process that was killed here holds nothing; one that lives does, and so does this one', async () => {
  const path = await lockPath()
  const other = taker(path)
  expect(await other.said()).toBe('ok')
  expect(() => takeLock(path)).toThrow(`Another export, process ${other.process.pid} on`)
  const closed = once(other.process, 'close')
  other.process.kill('SIGKILL')
  await closed
  const lock = takeLock(path)
  expect(() => takeLock(path)).toThrow(`Another export, process ${process.pid} on`)
  lock.check()
  lock.release()
})

test('whenever one is killed, its lock names it', async () => {
  const path = await lockPath()
  const loop = `
    const { takeLock } = await import(${JSON.stringify(lockUrl)})
    console.log('ok')
    for (;;) takeLock(process.argv[1]).release()`
  for (let kill = 0; kill < 8; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', loop, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
    takeLock(path).release()
  }
})

for (const text of ['', '1', '{"process":', '[]', 'null']) {
  test(`a lock that says "${text}" counts by its time alone`, async () => {
    const path = await lockPath()
    await writeFile(path, text)
    expect(() => takeLock(path)).toThrow('Another export is writing there')
    await age(path, 130)
    takeLock(path).release()
  })
}

test('of many that find a lock of nobody at once, one has it in the end', async () => {
  const path = await lockPath()
  await writeFile(path, written({ host: 'gone' }))
  await age(path, 1000)
  const all = Array.from({ length: 5 }, () => taker(path))
  const first = await Promise.all(all.map((one) => one.said()))
  expect(first).toContain('ok')
  const have = await Promise.all(
    all.map(async ({ process, said }, index) => {
      if (first[index] !== 'ok') return first[index]
      const again = said()
      process.stdin?.write('\n')
      return again
    }),
  )
  for (const { process } of all) process.kill('SIGKILL')
  expect(have.filter((text) => text === 'ok')).toHaveLength(1)
})

test('an export whose lock another has taken publishes nothing, and takes nothing of his away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-lost-'))
  const path = join(folder, '.export', 'lock')
  const lost = exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 1 },
    states: (async function* (): AsyncGenerator<SiteState> {
      yield { page: '/', state: '/a', url: '', name: 'x', index: true }
    })(),
    handler: async () => {
      await writeFile(path, written({ host: 'pod-b' }))
      await mkdir(join(folder, '.export', 'work', 'files'), { recursive: true })
      await writeFile(join(folder, '.export', 'work', 'files', 'his'), '')
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('a') }
    },
  })
  await expect(lost).rejects.toThrow('is not ours any more')
  expect(await readManifest(folder)).toBeUndefined()
  expect(await readFile(path, 'utf8')).toContain('pod-b')
  expect(await readdir(join(folder, '.export', 'work', 'files'))).toContain('his')
})
