/** Lines of files that commands read, however they come. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { textLines } from '../../dist/server/site/text-lines.js'

const TEXT = ' https://a.test/#!/a \r\n\n/naïve\nlast'
const LINES = ['https://a.test/#!/a', '/naïve', 'last']
const KINDS = { plain: Buffer.from(TEXT), gzipped: gzipSync(TEXT) }

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of textLines(path)) lines.push(line)
  return lines
}

for (const [kind, bytes] of Object.entries(KINDS)) {
  test(`a ${kind} file and a ${kind} pipe have the same lines`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lines-'))
    const file = join(folder, 'file')
    await writeFile(file, bytes)
    expect(await linesOf(file)).toEqual(LINES)
    const pipe = join(folder, 'pipe')
    test.skip(spawnSync('mkfifo', [pipe]).status !== 0, 'there are no such pipes on this system')
    const [lines] = await Promise.all([linesOf(pipe), writeFile(pipe, bytes)])
    expect(lines).toEqual(LINES)
  })
}
