/**
 * Files that commands write for their caller, where the disk refuses them: a sentence, an end, and
 * the old content.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { memoryFolder } from '../memory-folder.ts'
import { write } from '../project.ts'
import { type Ended, hashbang } from './command.ts'

/** A site of one adopted page: commands that list its states start a server to show it. */
async function adopted(): Promise<string> {
  const folder = await memoryFolder('output')
  write(folder, {
    'site/index.html':
      '<!doctype html><title>App</title><body><script>document.body.append("A page")</script>',
    'hashbang.config.js': `export default { origin: 'https://a.test', limits: { deadline: 60000 }, pages: { '/': { site: 'site', states: '#!' } } }`,
    'package.json': '{ "type": "module" }',
  })
  return folder
}

const withoutRoom = (args: readonly string[], cwd: string): Promise<Ended> =>
  new Promise((done) => {
    const command = [process.execPath, resolve('dist/server/cli/main.js'), ...args]
    const child = execFile(
      '/bin/sh',
      ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...command],
      { cwd, env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

test('a file that cannot be written is named, and the old file stays', async () => {
  test.skip(process.platform === 'win32', 'no such limit is there')
  const cwd = await adopted()
  const args = ['sitemap', '-o', '.']
  await writeFile(join(cwd, 'sitemap.xml'), 'as it was')
  const before = await readdir(cwd)
  const { code, stderr } = await withoutRoom(args, cwd)
  expect([code, stderr]).toEqual([
    3,
    'error: Cannot write sitemap.xml (EFBIG): the file would be larger than the disk allows: choose another disk, then run it again\n',
  ])
  expect(await readFile(join(cwd, 'sitemap.xml'), 'utf8')).toBe('as it was')
  expect(await readdir(cwd)).toEqual(before)
  expect((await hashbang(args, cwd)).code).toBe(0)
  expect(await readFile(join(cwd, 'sitemap.xml'), 'utf8')).toContain('<urlset')
})
