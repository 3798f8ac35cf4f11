/** Files that commands write for whoever called them, where the disk takes none: a sentence, an end, and what was there before. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Ended, hashbang } from './command.ts'

// Each starts commands, some of which start a server.
const PAGE =
  '<!doctype html><html><head><title>App</title></head><body><script>document.body.append("At " + location.hash)</script></body></html>'
const folderOf = (name: string) => mkdtemp(join(tmpdir(), `output-${name}-`))

/** A site of one adopted page: commands that list its states start a server to show it. */
async function adopted(): Promise<string> {
  const folder = await folderOf('site')
  await mkdir(join(folder, 'site'))
  await writeFile(join(folder, 'site', 'index.html'), PAGE)
  await writeFile(
    join(folder, 'hashbang.config.js'),
    `export default { origin: 'https://a.test', limits: { deadline: 60000 }, pages: { '/': { site: 'site', states: '#!' } } }`,
  )
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'urls'), 'https://a.test/#!/a\n')
  return folder
}

/** Runs the command where no file may grow. */
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

for (const args of [
  ['robots', '--opt-out', '-o', 'out'],
  ['ledger', '--no-load', 'urls', '-o', 'out'],
]) {
  test(`a file that ${args[0]} cannot write is named, and what was there stays`, {
    tag: args[0] === 'ledger' ? '@nightly' : [],
  }, async () => {
    test.skip(process.platform === 'win32', 'no such limit is there')
    const cwd = await adopted()
    await writeFile(join(cwd, 'out'), 'as it was')
    const before = await readdir(cwd)
    const { code, stderr } = await withoutRoom(args, cwd)
    expect([code, stderr]).toEqual([
      3,
      'error: Cannot write out (EFBIG): the file would be larger than the disk allows: choose another disk, then run it again\n',
    ])
    expect(await readFile(join(cwd, 'out'), 'utf8')).toBe('as it was')
    expect(await readdir(cwd)).toEqual(before)
    const { code: then } = await hashbang(args, cwd)
    expect(then).toBe(0)
    expect(await readFile(join(cwd, 'out'), 'utf8')).not.toBe('as it was')
    expect(await readdir(cwd)).toEqual(before)
  })
}

test('a device is written as it stands', async () => {
  test.skip(!existsSync('/dev/full'), 'there is no such device on this system')
  const cwd = await adopted()
  const { code, stderr } = await hashbang(['ledger', '--no-load', 'urls', '-o', '/dev/full'], cwd)
  expect([code, stderr]).toEqual([
    3,
    'error: Cannot write /dev/full (ENOSPC): the disk is full: make room, then run it again\n',
  ])
})

test('a sitemap of an adopted page that cannot be written ends the command', async () => {
  const cwd = await adopted()
  // In its place is a folder.
  await mkdir(join(cwd, 'maps', 'sitemap.xml'), { recursive: true })
  const { code, stderr } = await hashbang(['sitemap', '-o', 'maps'], cwd)
  expect([code, stderr]).toEqual([
    3,
    'error: Cannot write maps/sitemap.xml (EISDIR): a file stands where a folder must be, or a folder where a file: move it away, then run it again\n',
  ])
})
