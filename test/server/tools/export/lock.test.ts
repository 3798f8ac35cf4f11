/** One export writes to a folder, also where machines or containers share it: a number of a process says nothing beyond its own. */
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { thisProcess } from '../../../../server/tools/export/holder.ts'
import { takeLock } from '../../../../server/tools/export/lock.ts'
import { readManifest } from '../../../../server/tools/export/manifest.ts'
import { exportSite } from '../../../../server/tools/export/run.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'
import { states } from './catalogue.ts'

const test = suite('lock of an export')

const lockWith = async (text: string) => join(await folderWith({ lock: text }), 'lock')
const written = (over: object = {}) => JSON.stringify({ ...thisProcess(), id: 'x', ...over })

/** As if it was written so many s ago. */
const age = (path: string, seconds: number) => {
  const at = Date.now() / 1000 - seconds
  return utimes(path, at, at)
}

const elsewhere = (host: string) =>
  `Another export, process ${process.pid} on ${host}, is writing there: wait for it; one that was killed holds this folder for 120 s`
const PLACES = [
  [written({ host: 'pod-b' }), elsewhere('pod-b')],
  [written({ place: 'boot pid:[1]' }), elsewhere(thisProcess().host)],
]
const UNREADABLE = ['', '1', '{"process":', '[]', 'null'].map((text) => [
  text,
  'Another export is writing there',
])

for (const [text = '', why = ''] of [...PLACES, ...UNREADABLE]) {
  test(`a lock of another host or container, or that says nothing, is waited for until it is too old: ${text}`, async () => {
    const path = await lockWith(text)
    for (const seconds of [0, 100]) {
      await age(path, seconds)
      expect(() => takeLock(path)).toThrow(why)
    }
    expect(await readFile(path, 'utf8')).toBe(text)
    await age(path, 130)
    takeLock(path).release()
    expect(await readdir(join(path, '..'))).toEqual([])
  })
}

test("what this process has left, and does not hold, is nobody's; nor is what one of its number has left", async () => {
  takeLock(await lockWith(written())).release()
  // Not every system says when a process began.
  if (thisProcess().began !== '') takeLock(await lockWith(written({ began: '1' }))).release()
})

test('an export whose lock another has taken publishes nothing, and takes nothing of his away', async () => {
  const folder = await folderWith()
  const [path, work] = [join(folder, '.export/lock'), join(folder, '.export/work/files')]
  const lost = exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 1 },
    states: states('/a'),
    handler: async () => {
      await writeFile(path, written({ host: 'pod-b' }))
      await mkdir(work, { recursive: true })
      await writeFile(join(work, 'his'), '')
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('a') }
    },
  })
  await expect(lost).rejects.toThrow('is not ours any more')
  expect(await readManifest(folder)).toBeUndefined()
  expect(await readFile(path, 'utf8')).toContain('pod-b')
  expect(await readdir(work)).toContain('his')
})
