// Measures how plain the English of documents and comments is. `node docs/generate/plain.js` prints
// the figures of each document, and of the comments in each folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

const ROOT = join(import.meta.dirname, '../..')

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Matches a relative pronoun in place of a noun. Questions are exempt. */
const HEADLESS =
  /\b(?:what|whatever|whoever)\b|(?:^|[,;:(]\s*|\b(?:and|but|by|for|from|of|only|or|than|that|to|with)\s+)who\b/i

/** The longest line a comment may have. */
export const LONGEST_LINE = 100

/** An address, or a directive of a linter, has no place for a break. */
const UNBREAKABLE = /^\s*(?:\*|\/\/) (?:https?:\S+$|biome-ignore )/

const words = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

const sentencesOf = (text) =>
  [...SEGMENTS.segment(text.replace(/\s+/g, ' '))]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => words(sentence).length > 1)

const isHeadless = (sentence) => HEADLESS.test(sentence) && !/\?\W*$/.test(sentence)

/** The text of a node of Markdown. Code counts as one word. */
function textOf(node) {
  if (node.type === 'inlineCode') return 'Code'
  if (node.type === 'break') return ' '
  if (node.type === 'text') return node.value
  return (node.children ?? []).map(textOf).join('')
}

function* nodesOf(node, type) {
  if (node.type === type) yield node
  else for (const child of node.children ?? []) yield* nodesOf(child, type)
}

/** The sentences of a document and the words of its table cells. Headings and code are left out. */
export function readProse(markdown) {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  return {
    sentences: [...nodesOf(tree, 'paragraph')].flatMap((node) => sentencesOf(textOf(node))),
    cells: [...nodesOf(tree, 'tableCell')].map((node) => words(textOf(node))),
  }
}

const ratio = (part, whole) => (whole === 0 ? 0 : part / whole)

/** The figures of documents, each given as Markdown. */
export function measureProse(documents) {
  const read = documents.map(readProse)
  const sentences = read.flatMap((prose) => prose.sentences)
  const share = (test) => ratio(sentences.filter(test).length, sentences.length)
  const sum = (count) => sentences.reduce((all, sentence) => all + count(sentence), 0)
  return {
    sentences: sentences.length,
    you: share((sentence) => /\byou(?:r|rs|rself)?\b/i.test(sentence)),
    headless: share(isHeadless),
    headlessSentences: sentences.filter(isHeadless),
    commas: ratio(
      sum((sentence) => sentence.split(',').length - 1),
      sentences.length,
    ),
    words: ratio(
      sum((sentence) => words(sentence).length),
      sentences.length,
    ),
    longCells: read.flatMap(({ cells }) => cells).filter((cell) => cell.length > 25).length,
  }
}

/** The comments of a source file: blocks of text, and the lines that hold them. */
export function readComments(source) {
  const blocks = []
  const lines = []
  let isOpen = false
  let isNew = true
  for (const line of source.split('\n')) {
    const [, trailing] = /^[^'"`]*\S\s+\/\/ (.*)$/.exec(line) ?? []
    const isWhole = isOpen || /^\s*(?:\/\/|\/\*)/.test(line)
    if (!isWhole && trailing === undefined) {
      isNew = true
      continue
    }
    lines.push(line)
    const text = isWhole ? line.replace(/^\s*(?:\/\/|\/?\*+)?\/?|\*\/\s*$/g, '').trim() : trailing
    const isBlock = isWhole && /^\s*\/\*/.test(line)
    if (isNew || isBlock || !isWhole) blocks.push(text)
    else blocks.push(`${blocks.pop()} ${text}`)
    if (isBlock) isOpen = true
    if (line.includes('*/')) isOpen = false
    isNew = !isWhole
  }
  return { blocks, lines }
}

/** The figures of the comments in source files, each given as its text. */
export function measureComments(sources) {
  const read = sources.map(readComments)
  const blocks = read.flatMap((comments) => comments.blocks)
  const sentences = blocks.flatMap(sentencesOf)
  const lines = sources.reduce((all, source) => all + source.split('\n').length, 0)
  return {
    sentences: sentences.length,
    headless: ratio(sentences.filter(isHeadless).length, sentences.length),
    headlessSentences: sentences.filter(isHeadless),
    perThousand: ratio(blocks.reduce((all, block) => all + words(block).length, 0) * 1000, lines),
    longLines: read
      .flatMap((comments) => comments.lines)
      .filter((line) => line.length > LONGEST_LINE && !UNBREAKABLE.test(line)).length,
  }
}

const BUILT = /(?:^|[\\/])(?:node_modules|dist|test-results)(?:[\\/]|$)/

/** The files of a folder whose names a pattern matches, sorted, without those that tools write. */
const below = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !BUILT.test(name))
    .map((name) => join(folder, name))
    .sort()

/** The documents that must be plain: the README and every guide. */
export const guides = () => ['README.md', ...below('docs/guides', /\.md$/)]

/** Every other document that people write. docs/reference is made of docstrings. */
export const otherDocuments = () => [
  ...below('docs', /\.md$/).filter((path) => !/^docs.(?:guides|reference|site)\b/.test(path)),
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['examples/README.md', 'server/dom/README.md', 'test/README.md'],
]

/** The source files whose comments are measured together, by the name of their group. */
export const sourceGroups = () =>
  new Map([
    ['src and server', [...below('src', /\.ts$/), ...below('server', /\.ts$/)]],
    ...['bench', 'test', 'demo', 'examples', 'docs/generate', 'docs/site'].map((folder) => [
      folder,
      below(folder, /\.(?:tsx?|jsx?|mjs)$/),
    ]),
  ])

/** The largest share of headless sentences. A short document may have one. */
const MOST_HEADLESS = 0.02

export const isTooHeadless = ({ headless, headlessSentences }) =>
  headless > MOST_HEADLESS && headlessSentences.length > 1

/** The text of files of the repository. */
export const readAll = (paths) => paths.map((path) => readFileSync(join(ROOT, path), 'utf8'))

const percent = (value) => `${(value * 100).toFixed(1)} %`

function print() {
  const row = (path, { sentences, you, headless, commas, words: mean, longCells }) =>
    console.log(
      `${path.padEnd(52)} sentences ${String(sentences).padStart(5)}  you ${percent(you).padStart(6)}  ` +
        `headless ${percent(headless).padStart(6)}  commas ${commas.toFixed(2)}  ` +
        `words ${mean.toFixed(1).padStart(4)}  long cells ${longCells}`,
    )
  const documents = [...guides(), ...otherDocuments()].map((path) => [
    path,
    measureProse(readAll([path])),
  ])
  for (const [path, figures] of documents) row(path, figures)
  row('README and docs/guides', measureProse(readAll(guides())))
  for (const [path, figures] of documents.filter(([, figures]) => isTooHeadless(figures)))
    for (const sentence of figures.headlessSentences) console.log(`${path}: ${sentence}`)
  for (const [group, files] of sourceGroups()) {
    const { sentences, headless, perThousand, longLines } = measureComments(readAll(files))
    console.log(
      `comments of ${group}: ${sentences} sentences, headless ${percent(headless)}, ` +
        `${perThousand.toFixed(0)} words for 1,000 lines, ${longLines} lines over ${LONGEST_LINE}`,
    )
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) print()
