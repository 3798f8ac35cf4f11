/** Lines of files that commands read. Pipes are in test/tools/text-lines.spec.ts. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { textLines } from '../../../server/site/text-lines.ts'
import { suite } from '../../run/suite.ts'

const test = suite('lines of a file')

const TEXT = ' https://a.test/#!/a \r\n\n/naïve\nlast'
const LINES = ['https://a.test/#!/a', '/naïve', 'last']

const fileOf = async (bytes: Buffer) => {
  const file = join(await mkdtemp(join(tmpdir(), 'lines-')), 'file')
  await writeFile(file, bytes)
  return file
}

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of textLines(path)) lines.push(line)
  return lines
}

test('a plain file and a gzipped one have the same lines', async () => {
  for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)])
    expect(await linesOf(await fileOf(bytes))).toEqual(LINES)
})

test('a gzipped file that breaks off is an error', async () => {
  const file = await fileOf(gzipSync('/a\n/b\n').subarray(0, -5))
  await expect(linesOf(file)).rejects.toThrow('unexpected end of file')
  await expect(linesOf(`${file}.none`)).rejects.toThrow('ENOENT')
})
