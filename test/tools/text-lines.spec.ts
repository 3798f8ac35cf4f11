/** Lines of pipes that commands read. Those of files are in test/server/site/text-lines.test.ts. */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { textLines } from '../../dist/server/site/text-lines.js'
import { memoryFolder } from '../memory-folder.ts'

const TEXT = ' https://a.test/#!/a \r\n\n/naïve\nlast'

for (const [kind, bytes] of Object.entries({ plain: Buffer.from(TEXT), gzipped: gzipSync(TEXT) }))
  test(`a ${kind} pipe has the lines of its file`, async () => {
    const pipe = join(await memoryFolder('lines'), 'pipe')
    test.skip(spawnSync('mkfifo', [pipe]).status !== 0, 'there are no such pipes on this system')
    const lines: string[] = []
    const written = writeFile(pipe, bytes)
    for await (const line of textLines(pipe)) lines.push(line)
    await written
    expect(lines).toEqual(['https://a.test/#!/a', '/naïve', 'last'])
  })
