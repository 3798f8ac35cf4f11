/** A lock of an export that several processes want: one has it, and one that was killed holds nothing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { thisProcess } from '../../dist/server/tools/export/holder.js'
import { takeLock } from '../../dist/server/tools/export/lock.js'
import { memoryFolder } from '../memory-folder.ts'

const lockPath = async () => join(await memoryFolder('lock'), 'lock')
const written = (over: object = {}) => JSON.stringify({ ...thisProcess(), id: 'x', ...over })

/** As if it was written so many s ago. */
const age = (path: string, seconds: number) => {
  const at = Date.now() / 1000 - seconds
  return utimes(path, at, at)
}

const lockUrl = pathToFileURL('dist/server/tools/export/lock.js').href
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
