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
