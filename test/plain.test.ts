/** The measure of plain English: docs/generate/plain.js. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deepEqual, equal, ok } from 'playwright-test/taps'
import {
  guides,
  isTooHeadless,
  measureComments,
  measureProse,
  otherDocuments,
  readAll,
  readComments,
  readProse,
  sourceGroups,
} from '../docs/generate/plain.js'
import { suite } from './run/suite.ts'

const test = suite('plain')

test('a document is its sentences and table cells, without headings and code', () => {
  const { sentences, cells } = readProse(
    '# A heading\n\nRun `npm run dev`. You see it.\n\n```sh\nnpm run dev\n```\n\n- An item, too\n\n| a | b |\n|---|---|\n| one two | `x y z` |\n',
  )
  deepEqual(sentences, ['Run Code.', 'You see it.', 'An item, too'])
  deepEqual(cells, [['a'], ['b'], ['one', 'two'], ['Code']])
})

test('counts sentences that speak to the reader, commas, words and long cells', () => {
  const long = 'word '.repeat(26)
  const { sentences, you, commas, words, longCells } = measureProse([
    `Set your origin. The server starts, and it listens.\n\n| a |\n|---|\n| ${long} |\n`,
  ])
  deepEqual([sentences, you, commas, words, longCells], [2, 0.5, 0.5, 4.5, 1])
})

for (const [text, headless] of [
  ['What is kept stays in memory.', 1],
  ['The server answers who asks, whoever that is.', 1],
  ['It is shown to who asks for it.', 1],
  ['A reader who runs no script sees nothing.', 0],
  ['What does a crawler see?', 0],
  ['The server stores the page.', 0],
] as const)
  test(`"${text}" has ${headless} headless sentence`, () =>
    equal(measureProse([text]).headless, headless))

test('comments are read as blocks: of lines, of a docstring, behind code', () => {
  const { blocks, lines } = readComments(
    "// One\n// two.\nconst a = 1 // Three.\n/** Four. */\n/**\n * Five\n * six.\n */\nconst url = 'http://x' + b\n",
  )
  equal(blocks.map((block) => block.trim()).join('|'), 'One two.|Three.|Four.|Five six.')
  equal(lines.length, 8)
})

test('comments are measured by 1,000 lines of their files; an address is no long line', () => {
  const { perThousand, longLines, headless } = measureComments([
    `// What is kept, stays.\n// ${'x'.repeat(120)}\nconst a = 1\n\n\n\n\n\n\n`,
  ])
  deepEqual([perThousand, longLines, headless], [500, 1, 1])
  equal(measureComments([`// https://example.com/${'x'.repeat(120)}\n`]).longLines, 0)
})

test('README and guides are plain', () => {
  const { you, headless, commas, words, longCells } = measureProse(readAll(guides()))
  ok(you >= 0.2, `${you} of the sentences speak to the reader`)
  ok(headless <= 0.02, `${headless} of the sentences have a headless "what" or "who"`)
  ok(commas <= 0.7, `${commas} commas a sentence`)
  ok(words <= 14, `${words} words a sentence`)
  equal(longCells, 0)
})

test('every document has at most one headless sentence, or 2 % of them', () => {
  const wrong = [...guides(), ...otherDocuments()]
    .map((path) => [path, measureProse(readAll([path]))] as const)
    .filter(([, figures]) => isTooHeadless(figures))
    .flatMap(([path, { headlessSentences }]) =>
      headlessSentences.map((sentence: string) => `${path}: ${sentence}`),
    )
  deepEqual(wrong, [])
})

/** Matches a relative pronoun in place of a noun, or a verb of speech for code. */
const UNPLAIN_TITLE =
  /\b(?:what|whatever|whoever|told|tells|heard|hears|said|says|asked|asks)\b|(?:^|[,;:(]\s*|\b(?:and|but|by|for|from|of|only|or|than|that|to|with)\s+)whos?e?\b/i

/** The titles of tests in a source, without their interpolated values. */
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/\btest(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , title = '']) => title.replace(/\$\{[^}]*\}/g, '…'),
  )

const unplainTitles = (source: string): string[] =>
  titlesOf(source).filter((title) => UNPLAIN_TITLE.test(title))

test('the measure of titles finds headless pronouns and verbs of speech', () => {
  const source = `
    test("a page that is gone", f)
    test.describe('a user who clicks', f)
    test(\`what \${what} is\`, f)
    test(
      'a route is told its state', f)
    test('a state of whoever asks', f)
    test('a page, and who reads it', f)
    test('each \${what} has a view whose head is set', f)`
  equal(titlesOf(source).length, 7)
  deepEqual(unplainTitles(source), [
    ...['what … is', 'a route is told its state'],
    ...['a state of whoever asks', 'a page, and who reads it'],
  ])
})

test('titles of tests have no headless pronoun and no verb of speech', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:test|spec)\.ts$/.test(file) && !file.includes('node_modules'),
  )
  const titles = files.flatMap((file) => titlesOf(readFileSync(join('test', file), 'utf8')))
  ok(titles.length > 500, `${titles.length} titles`)
  const wrong = files
    .filter((file) => file !== 'plain.test.ts')
    .flatMap((file) =>
      unplainTitles(readFileSync(join('test', file), 'utf8')).map((title) => `${file}: ${title}`),
    )
  deepEqual(wrong, [])
})

for (const [group, files] of sourceGroups())
  test(`comments of ${group} are plain: no line over 100 characters`, () => {
    const { headless, headlessSentences, longLines } = measureComments(readAll(files))
    equal(longLines, 0)
    ok(headless <= 0.02, headlessSentences.join('\n'))
  })

test('no file of src and server has a header of more than three lines', () => {
  const files = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )
  const long = files.filter((file) => {
    const [header = ''] =
      /^(?:#!.*\n)?(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(readFileSync(file, 'utf8')) ?? []
    return header.split('\n').filter((line) => /^(?!#!).*\w/.test(line)).length > 3
  })
  deepEqual(long, [])
})
