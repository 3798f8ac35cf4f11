/** HTML as Markdown keeps the text that a reader sees: each meaningful sign, and no hidden text. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { seededRandom } from '../../../../server/diagnostics/runtime/hash.ts'
import { htmlToMarkdown } from '../../../../server/snapshot/markdown/to-markdown.ts'
import { numRuns, seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { list, rows } from '../../helpers/rows.ts'

const test = suite('to-markdown')

const md = (html: string) => htmlToMarkdown(html, 'https://a.test/s/x')

const VECTORS = rows`
  a power                 | 10<sup>6</sup> m        | 10<sup>6</sup> m
  cents                   | $19<sup>99</sup>        | $19<sup>99</sup>
  an index                | <h2>H<sub>2</sub>O</h2> | ## H<sub>2</sub>O
  a fraction              | <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> | 1/2
  a root                  | <math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt></math> | √(a + b)
  a formula with its TeX
    | <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2_[a](b)</annotation></math>
    | $\`x^2_[a](b)\`$
  a table that lays out a page
    | <table><tr><td><h2>T</h2><ul><li>a<li>b</ul><td><pre>x\ny</pre></table>
    | ## T\n\n- a\n- b\n\n\`\`\`\nx\ny\n\`\`\`
  a link of an icon       | <a href=/q aria-label="Search"><svg><path/></svg></a> | [Search](https://a.test/q)
  a link with a title     | <a href=/r title="News"><i></i></a> | [News](https://a.test/r)
  a drawing with a name   | <p>a <svg role=img aria-label="Up"><path/></svg></p> | a Up
  a hidden drawing        | <p>a<svg aria-hidden=true aria-label="Up"></svg></p> | a
  a chart
    | <svg><title>Sales</title><text>2019</text><g><text>5</text></g></svg> | Sales 2019 5
  italics in a word       | un<em>believ</em>able   | un*believ*able
  a space in bold         | <b>name </b>is          | **name** is
  bold of CJK             | <b>漢字</b>の<em>言葉</em>です | **漢字**の*言葉*です
  bold that no sign marks | <b>「漢字」</b>の       | 「漢字」の
  bold beside bold        | <b>a</b><b>b</b>c       | **ab**c
  a card with a list
    | <a href=/c><h3>T</h3><p>lead</p><ul><li>a<li>b</ul></a>
    | ### [T](https://a.test/c)\n\nlead\n\n- a\n- b
  invisible text          | <p style="color:red;visibility: hidden">x</p><p>y | y
  a picture of a source
    | <picture><source srcset="/b.webp 2x"><img alt=x></picture> | ![x](https://a.test/b.webp)
  a picture of several sizes
    | <img srcset="/a.png 1x, /b.png 2x" alt=x> | ![x](https://a.test/a.png)
  a picture that is loaded late
    | <img src="data:image/gif;base64,x" data-src=/l.png alt=x> | ![x](https://a.test/l.png)
  a picture without an address
    | <p>a <img src="data:image/png,x" alt=b> <img alt=c> | a b c
  spans that are blocks
    | <span style="display:block">a</span><span style="display: flex">b</span> | a\n\nb
  links that are blocks
    | <a style="display:block" href=/a>A</a><a style="display:block" href=/b>B</a>
    | [A](https://a.test/a) [B](https://a.test/b)
  a heading by its role   | <div role=heading aria-level=3>x</div>y | ### x\n\ny
  headings                | <h1>A</h1><h3>B <i>c</i></h3> | # A\n\n### B *c*
  a link                  | <a href="/s/y?a=1&amp;b">y</a> | [y](https://a.test/s/y?a=1\&b)
  a link to a place of the page | <a href="#p">p</a> | [p](https://a.test/s/x#p)
  lists                   | <ol><li>a<ul><li>b</ul><li>c</ol> | 1. a\n   - b\n2. c
  tasks                   | <ul><li><input type=checkbox checked> a</ul> | - [x] a
  terms                   | <dl><dt>t<dd>d</dl>     | - t\n\n  d
  code                    | <pre><code class="language-js">a\n\`\`\`\nb\n</code></pre> | \`\`\`\`js\na\n\`\`\`\nb\n\`\`\`\`
  code in a line          | <code>a\`b</code>       | \`\`a\`b\`\`
  a picture               | <img src="/a b.png" alt="x]y"> | ![x\]y](https://a.test/a%20b.png)
  an area of a map        | <map><area href=/s/y alt=y></map> | [y](https://a.test/s/y)
  a quote                 | <blockquote><p>a<p>b</blockquote> | > a\n>\n> b
  custom elements         | <x-a><h2>a</h2><x-b>b</x-b></x-a> | ## a\n\nb
  blocks in bold          | <b><p>a</p><p>b</p></b> | a\n\nb
  bold in bold            | <b>a <strong>b</strong></b> | **a b**
  controls                | <button>a</button><button>b</button> | a b
  a dialog that is open   | <dialog>a</dialog><dialog open>b</dialog> | b
  hidden text             | <p hidden>a</p><p style="display: none">b</p><p>c | c
  elements without text   | <script>a</script><style>b</style><template>c</template>d | d
  a password              | <input type=password value=a><input value=b> | b
  a video without a source | <video></video>a       | a
  a link that runs script | <a href="java&#9;script:x">a</a> | a
  a link of an unknown kind | <a href="data:text/html,x">a</a> | a
  a link without an address | <a>a</a> <a href="http://[">b</a> | a b
  a comment               | a<!-- b -->             | a
  a link in code          | <code><a href=/t>T</a></code> | [\`T\`](https://a.test/t)
  code beside code        | <code>a </code><code>b</code><code>c</code> | \`a bc\`
  a space in code         | <code>, </code>b        | \`, \`b
  code with a button      | <pre>a <button>Copy</button></pre> | \`\`\`\na\n\`\`\`
  a space in a link       | <a href=/a>a </a>b      | [a](https://a.test/a) b
  a heading of two lines  | <h1>a<br>b</h1>         | # a b
  a heading without text  | <h2> <b></b></h2>a      | a
  a heading in a summary  | <details><summary>a <h3>b</h3></summary>c</details> | a\n\n### b\n\nc
  a block without text    | a<div></div>b           | a\n\nb
  a line break at an end  | <p>a<br></p><p><br></p>b | a\n\nb
  a list without items    | a<ul></ul>b             | a\n\nb
  a task in a label       | <ul><li><label><input type=checkbox> a</label></ul> | - [ ] a
  a quote in a quote      | <q>a <q>b</q></q>       | "a 'b'"
  a typed address         | <input type=email value="a b"> | a b
  a sound                 | <audio src=/a.mp3></audio> | <https://a.test/a.mp3>
  a picture in a line     | <p>a <picture><img src=/p.png alt=x></picture> b | a ![x](https://a.test/p.png) b
`

const cell = (role: string, text: string) => `<span role=${role}>${text}</span>`
const row = (role: string, texts: string) =>
  `<div role=row>${Array.from(texts, (text) => cell(role, text)).join('')}</div>`
const TABLES = [
  [
    'rows with headings',
    '<table><tr><th scope=row>A<td>1<tr><th scope=row>B<td>2</table>',
    '| | |\n| - | - |\n| A | 1 |\n| B | 2 |',
  ],
  [
    'columns and rows with headings',
    '<table><tr><td><th>V<tr><th>A<td>1</table>',
    '| | V |\n| - | - |\n| A | 1 |',
  ],
  [
    'a table',
    '<table><tr><th>a<th>b<tr><td>1<td>2|3</table>',
    '| a | b |\n| - | - |\n| 1 | 2\\|3 |',
  ],
  ['a caption', '<table><caption>C<tr><th>a</table>', 'C\n\n| a |\n| - |'],
  ['code in a cell', '<table><tr><th><pre>a\n b</pre></table>', '| `a b` |\n| - |'],
  [
    'cells across columns and rows',
    '<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>',
    '| a | | b |\n| - | - | - |\n| c | d | e |\n| | f | g |',
  ],
  [
    'columns with sides',
    '<table><tr><th align=center>a<th style="text-align:right">b</table>',
    '| a | b |\n| :-: | -: |',
  ],
  ['a table without text', 'a<table><tr><td><td> </table>', 'a'],
  ['blocks in a cell', '<table><tr><th><p>a</p><ul><li>b</ul></table>', '| a b |\n| - |'],
  ['a table in a cell', '<table><tr><th><table><tr><td>a<td>b</table></table>', '| a b |\n| - |'],
  [
    'a grid',
    `<div role=grid>${row('columnheader', 'NV')}${row('gridcell', 'a1')}</div>`,
    '| N | V |\n| - | - |\n| a | 1 |',
  ],
] as const

for (const [name, html = '', markdown = ''] of [...VECTORS, ...TABLES]) {
  test(`${name} keeps its meaning`, () => expect(md(html)).toBe(`${markdown}\n`))
}

test('an empty document is no text', () => expect(md('')).toBe(''))

interface Node {
  readonly type: string
  readonly value?: string
  readonly alt?: string
  readonly children?: readonly Node[]
}

// A URL in plain text may be a link to where it says, as GitHub makes it after reading: that is no
// other text.
const mdastExtensions = gfmFromMarkdown().map(({ transforms: _, ...one }) => one)
const readMarkdown = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions }) as Node
/** Gives all nodes, and each again when its children are over. */
const nodesOf = (node: Node): (readonly [node: Node, isOver: boolean])[] => [
  [node, false],
  ...(node.children ?? []).flatMap(nodesOf),
  [node, true],
]

/** The words that a reader of Markdown finds, in their order. */
function wordsOf(markdown: string): string[] {
  const isBlock = /^(?:paragraph|heading|tableCell|listItem|image|code)$/
  const texts = nodesOf(readMarkdown(markdown)).map(([{ type, value, alt }, isOver]) => {
    if (isOver) return isBlock.test(type) ? ' ' : ''
    return type === 'html' ? '' : (value ?? alt ?? '')
  })
  return texts.join('').match(/[\p{L}\p{N}]+/gu) ?? []
}

// Parts of pages: a word that is seen or hidden, a line, a list of lines, a block in a block.
const LINES = list`
  {word} | <b>{word} </b> | <em> {word}</em>, | (<i>{word}</i>) | <a href="/a">{word}</a> | {word} * _ ~
  <code>{word}</code> | {word} <sup>{word}</sup> | <span hidden>{hidden}</span>
  <span style="visibility:hidden">{hidden}</span> | <img src="/p.png" alt="{word}">
  <svg><path/><text>{word}</text></svg> | <a href="/i" aria-label="{word}"><svg><path/></svg></a>
  <math><mfrac><mi>{word}</mi><mi>{word}</mi></mfrac></math>
  <button>{word}</button><button>{word}</button>
`
const BLOCKS = list`
  <p>{line}</p> | <h3>{line}</h3> | <ul>{<li>}<li>{line}{block}</ul> | <blockquote>{block}</blockquote>
  <table><tr>{<th>}<tr>{<td>}</table> | <table><tr><th scope="row">{line}<td>{line}</table>
  <table><tr><td><h3>{line}</h3><td><ul><li>{line}</ul></table> | <pre>{word}\n  {word}</pre>
  <a href="/card"><h3>{word}</h3><ul><li>{word}<li>{word}</ul></a>
  <details open><summary>{line}</summary><p>{line}</details>
  <div style="display:none">{hidden}</div> | <dialog>{hidden}</dialog><dialog open>{line}</dialog>
  <div role="table"><div role="row">${cell('cell', '{word}')}${cell('cell', '{word}')}</div></div>
  <b style="display:block">{word}</b><b style="display:block">{word}</b>
  <dl><dt>{word}<dd>{line}</dl>
`

/** A page of random parts, and the words in it that are to be seen. */
function randomPage(start: number) {
  const random = seededRandom(start)
  const draw = (limit: number) => Math.floor(random() * limit)
  const pick = (all: readonly string[]) => all[draw(all.length)] ?? ''
  const some = (make: () => string, most = 3) =>
    Array.from({ length: 1 + draw(most) }, () => make()).join('')
  const seen: string[] = []
  let count = 0
  const word = () => `${pick(['w', '漢', 'é'])}${count++}`
  const line = (): string => some(() => ` ${filled(pick(LINES), 0)} `)
  const filled = (part: string, depth: number): string =>
    part.replace(/\{(.*?)\}/g, (_, part: string) => {
      if (part === 'hidden') return word()
      if (part === 'word') {
        seen.push(word())
        return seen.at(-1) ?? ''
      }
      if (part === 'block' && depth > 0) return filled(pick(BLOCKS), depth - 1)
      return part.startsWith('<') ? some(() => part + line()) : line()
    })
  return { html: some(() => filled(pick(BLOCKS), 2), 8), seen }
}

test('the Markdown of 120 random pages contains every visible word, and no other', () => {
  for (let at = 0; at < 120; at += 1) {
    const { html, seen } = randomPage(seed + at * 7919)
    const markdown = md(html) ?? ''
    expect(wordsOf(markdown), `SEED=${seed}, page ${at}:\n${html}\n\n${markdown}`).toEqual(seen)
    expect(markdown).not.toMatch(/&#x/)
  }
})

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const PLACES: [html: (text: string) => string, kinds: string[]][] = [
  [(text) => `<p>${text}</p>`, ['root', 'paragraph']],
  [(text) => `<h2>${text}</h2>`, ['root', 'heading']],
  [(text) => `<ul><li>${text}</ul>`, ['root', 'list', 'listItem', 'paragraph']],
  [(text) => `<table><tr><th>${text}</table>`, ['root', 'table', 'tableRow', 'tableCell']],
  [(text) => `<blockquote>${text}</blockquote>`, ['root', 'blockquote', 'paragraph']],
  [(text) => `<a href="/y">${text}</a>`, ['root', 'paragraph', 'link']],
]
const HOSTILE = [
  ...['# ', '## ', '- ', '* ', '+ ', '1. ', '1) ', '> ', '---', '===', '```', '~~~', '    '],
  ...['\n', '\n\n', '[a](javascript:x)', '![a](b)', '<script>', '</p>', '<!--', '-->', '&lt;'],
  ...['&amp;', '\\', '`', '*', '_', '|', '~~', 'http://b.test', 'www.b.test', 'a@b.test', '@'],
  ...['[ ]', '[x]', '[^1]', '[^1]: ', ': ', '$$', 'x', ' '],
]

test('no text of a page becomes markup: the Markdown reads back as the same text', () => {
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 3 })), { maxLength: 6 })
    .map((parts) => `x${parts.join('')}x`)
  const inner = fc
    .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
    .filter((text) => text.trim() !== '')
  const shown = (text: string) => text.replace(/[ \t\n\f\r]+/g, ' ').trim()
  fc.assert(
    fc.property(fc.oneof(hostile, inner), fc.constantFrom(...PLACES), (text, [html, kinds]) => {
      const nodes = nodesOf(readMarkdown(md(html(escapeHtml(text))) ?? ''))
      const all = nodes.flatMap(([node, isOver]) => (isOver ? [] : node))
      const texts = all.flatMap(({ type, value }) => (type === 'text' ? value : []))
      const others = all.flatMap(({ type }) => (type === 'text' ? [] : type))
      return texts.join('') === shown(text) && String(others) === String(kinds)
    }),
    { numRuns: numRuns(150, 500) },
  )
})

const HEAVY: [name: string, html: string, isThere: boolean][] = [
  ['100,000 elements in each other', '<div>'.repeat(100_000), true],
  ['letters in italics in each other', `${'<i>'.repeat(15_000)}x`, true],
  ['lists in each other', `${'<ul><li>'.repeat(2000)}x`, true],
  ['links without text', '<a href=x>'.repeat(15_000), true],
  ['spaces in spans', '<span> </span>'.repeat(15_000), true],
  ['cells across a million columns', '<table><tr><td colspan=1000000>x', true],
  ['cells across thousands', `<table>${'<tr><td rowspan=1000 colspan=1000>x'.repeat(500)}`, true],
  ['cells across rows', `<table>${'<tr><td rowspan=1000>x'.repeat(1000)}`, true],
  [
    'a long row and many short ones',
    `<table><tr>${'<td>'.repeat(5000)}${'<tr><td>'.repeat(5000)}`,
    true,
  ],
  ['too many elements', '<p>x'.repeat(30_000), false],
  ['too many characters', 'x'.repeat(600_000), false],
]
for (const [name, html, isThere] of HEAVY) {
  test(`${name} stay within the limits`, () => {
    const text = md(html)
    expect(text !== undefined).toBe(isThere)
    expect(text?.length ?? 0).toBeLessThan(1_000_000)
  })
}
