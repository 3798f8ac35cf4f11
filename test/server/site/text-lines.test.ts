/** Lines of files that commands read. Pipes are in test/tools/text-lines.spec.ts. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { textLines } from '../../../server/site/text-lines.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('lines of a file')

async function linesOf(bytes: Uint8Array, name = 'file'): Promise<string[]> {
  const folder = await folderWith({ file: bytes })
  const lines: string[] = []
  for await (const line of textLines(join(folder, name))) lines.push(line)
  return lines
}

test('a plain file and a gzipped one have the same lines', async () => {
  const text = ' https://a.test/#!/a \r\n\n/naïve\nlast'
  for (const bytes of [Buffer.from(text), gzipSync(text)])
    expect(await linesOf(bytes)).toEqual(['https://a.test/#!/a', '/naïve', 'last'])
})

test('a gzipped file that breaks off is an error', async () => {
  const cut = gzipSync('/a\n/b\n').subarray(0, -5)
  await expect(linesOf(cut)).rejects.toThrow('unexpected end of file')
  await expect(linesOf(cut, 'none')).rejects.toThrow('ENOENT')
})
