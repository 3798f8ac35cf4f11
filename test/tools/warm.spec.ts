/** `hashbang warm`: what a server was asked for it has; what it cannot show is told; a deploy goes by the exit code. */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { startSite } from '../fixtures/site/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { hashbang } from './command.ts'

const answered = (state: string | null, status = 200, page = '/') =>
  JSON.stringify({ level: 20, type: 'answered', page, state, status, msg: 'answered' })

test('after it, a server answers without a render; the exit code says whether all are warm', async () => {
  const site = await startSite()
  const folder = await memoryFolder('warm')
  const [list, log] = [join(folder, 'list.txt'), join(folder, 'log.jsonl')]
  await writeFile(
    list,
    `/items/1\nhttps://anywhere.test/#!/items/2\n${site.url}/?_escaped_fragment_=/items/1\n#!/items/1\n`,
  )
  await writeFile(
    log,
    [answered('/items/3'), answered('/items/4'), answered('/items/4')].join('\n'),
  )
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const run = (...args: string[]) => hashbang(['warm', site.url, ...config, ...args])
  const listed = await run('--list', list, '--json')
  expect([listed.code, JSON.parse(listed.stdout)]).toEqual([
    0,
    { warm: 4, failed: 0, failures: [] },
  ])
  expect((await run('--log', log, '--limit', '1')).code).toBe(0)
  const before = site.renders
  for (const state of ['/items/1', '/items/2', '/items/4']) await site.snapshot(state)
  expect(site.renders).toBe(before)
  await site.snapshot('/items/3')
  expect(site.renders).toBe(before + 1)
  await writeFile(list, '/there/is/no/such\n')
  const failed = await run('--list', list)
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('its status is 404')])
  await site.stop()
})

test('a list that cannot be read, or names no state, is told before anything is asked', {
  tag: '@nightly',
}, async () => {
  const folder = await memoryFolder('warm')
  const [list, log] = [join(folder, 'list.txt'), join(folder, 'log.jsonl')]
  await writeFile(list, '/items/1\n')
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const run = (...args: string[]) => hashbang(['warm', 'http://127.0.0.1:9', ...config, ...args])
  const odd = join(folder, 'odd.txt')
  await writeFile(odd, '\n')
  const none = await run('--list', odd)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no state in')])
  await writeFile(odd, '/?_escaped_fragment_=a#!b\n')
  for (const [args, says] of [
    [['--list', join(folder, 'none')], 'Cannot read'],
    [['--list', list, '--log', log], 'Only one of'],
    [['--tag', 'x'], '"snapshots"'],
    [['--list', folder], 'it is a folder'],
    [['--list', odd], 'has the line'],
    [['--list', list, '--timeout', '99999999999'], 'Expected a whole number from 1 to 2147483647'],
  ] as const) {
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  }
})
