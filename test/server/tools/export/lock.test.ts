/**
 * One export writes to a folder, also where machines or containers share it: a number of a process says nothing beyond its own.
 * Locks that several processes want are in test/tools/lock.spec.ts.
 */
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { thisProcess } from '../../../../server/tools/export/holder.ts'
import { takeLock } from '../../../../server/tools/export/lock.ts'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import { exportSite } from '../../../../server/tools/export/run.ts'
import { suite } from '../../../run/suite.ts'
import { states } from './catalogue.ts'

const test = suite('lock of an export')

const lockPath = async () => join(await mkdtemp(join(tmpdir(), 'lock-')), 'lock')
const written = (over: object = {}) => JSON.stringify({ ...thisProcess(), id: 'x', ...over })

/** As if it was written so many s ago. */
const age = (path: string, seconds: number) => {
  const at = Date.now() / 1000 - seconds
  return utimes(path, at, at)
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
  // Not every system says when a process began.
  if (thisProcess().began === '') return
  takeLock(path).release()
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

test('an export whose lock another has taken publishes nothing, and takes nothing of his away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-lost-'))
  const path = join(folder, '.export', 'lock')
  const lost = exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 1 },
    states: states('/a'),
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
