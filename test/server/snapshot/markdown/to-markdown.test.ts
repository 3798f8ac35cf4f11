/** HTML as Markdown keeps what a reader sees: each sign that means something, and no text that is hidden. */
import { expect } from '@playwright/test'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { htmlToMarkdown } from '../../../../server/snapshot/markdown/to-markdown.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('to-markdown')

const md = (html: string) => htmlToMarkdown(html, 'https://a.test/s/x')

const VECTORS: [what: string, html: string, markdown: string][] = [
  ['a power', '10<sup>6</sup> m', '10<sup>6</sup> m\n'],
  ['cents', '$19<sup>99</sup>', '$19<sup>99</sup>\n'],
  ['an index', '<h2>H<sub>2</sub>O</h2>', '## H<sub>2</sub>O\n'],
  ['a fraction', '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', '1/2\n'],
  ['a root', '<math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt></math>', '√(a + b)\n'],
  [
    'a formula with its TeX',
    '<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2_[a](b)</annotation></semantics></math>',
    '$`x^2_[a](b)`$\n',
  ],
  [
    'a table that lays out a page',
    '<table><tr><td><h2>T</h2><ul><li>a<li>b</ul><td><pre>x\ny</pre></table>',
    '## T\n\n- a\n- b\n\n```\nx\ny\n```\n',
  ],
  [
    'a link of an icon',
    '<a href=/q aria-label="Search"><svg><path/></svg></a> <a href=/r title="News"><i></i></a>',
    '[Search](https://a.test/q) [News](https://a.test/r)\n',
  ],
  ['a drawing with a name', '<p>a <svg role=img aria-label="Up"><path/></svg></p>', 'a Up\n'],
  ['a drawing for nobody', '<p>a<svg aria-hidden=true aria-label="Up"></svg></p>', 'a\n'],
  [
    'a chart',
    '<svg><title>Sales</title><text>2019</text><g><text>5</text></g></svg>',
    'Sales 2019 5\n',
  ],
  ['italics in a word', 'un<em>believ</em>able', 'un*believ*able\n'],
  ['a space in bold', '<b>name </b>is', '**name** is\n'],
  ['bold of CJK', '<b>漢字</b>の<em>言葉</em>です', '**漢字**の*言葉*です\n'],
  ['bold that no sign can mark', '<b>「漢字」</b>の', '「漢字」の\n'],
  ['bold beside bold', '<b>a</b><b>b</b>c', '**ab**c\n'],
  [
    'a card with a list',
    '<a href=/c><h3>T</h3><p>lead</p><ul><li>a<li>b</ul></a>',
    '### [T](https://a.test/c)\n\nlead\n\n- a\n- b\n',
  ],
  [
    'rows with headings',
    '<table><tr><th scope=row>A<td>1<tr><th scope=row>B<td>2</table>',
    '| | |\n| - | - |\n| A | 1 |\n| B | 2 |\n',
  ],
  [
    'columns and rows with headings',
    '<table><tr><td><th>V<tr><th>A<td>1</table>',
    '| | V |\n| - | - |\n| A | 1 |\n',
  ],
  ['what is not visible', '<p style="color:red;visibility: hidden">x</p><p>y', 'y\n'],
  [
    'a picture of one of its sources',
    '<picture><source srcset="/b.webp 2x"><img alt=x></picture>',
    '![x](https://a.test/b.webp)\n',
  ],
  [
    'a picture of several sizes',
    '<img srcset="/a.png 1x, /b.png 2x" alt=x>',
    '![x](https://a.test/a.png)\n',
  ],
  [
    'a picture that is loaded late',
    '<img src="data:image/gif;base64,x" data-src=/l.png alt=x>',
    '![x](https://a.test/l.png)\n',
  ],
  [
    'a picture without an address',
    '<p>a <img src="data:image/png,x" alt=b> <img alt=c>',
    'a b c\n',
  ],
  [
    'a grid',
    '<div role=grid><div role=row><span role=columnheader>N</span><span role=columnheader>V</span></div><div role=row><span role=gridcell>a</span><span role=gridcell>1</span></div></div>',
    '| N | V |\n| - | - |\n| a | 1 |\n',
  ],
  [
    'spans that are blocks',
    '<span style="display:block">a</span><span style="display: flex">b</span>',
    'a\n\nb\n',
  ],
  [
    'links that are blocks',
    '<a style="display:block" href=/a>A</a><a style="display:block" href=/b>B</a>',
    '[A](https://a.test/a) [B](https://a.test/b)\n',
  ],
  ['a heading by its role', '<div role=heading aria-level=3>x</div>y', '### x\n\ny\n'],
]
for (const [what, html, markdown] of VECTORS) {
  test(`${what} keeps its meaning`, () => expect(md(html)).toBe(markdown))
}

// A URL in plain text may be a link to where it says: that is no other text.
const mdastExtensions = gfmFromMarkdown().map(({ transforms: _, ...one }) => one)

/** The words that a reader of Markdown finds, in their order. */
function wordsOf(markdown: string): string[] {
  const texts: string[] = []
  const walk = (node: { type: string; value?: string; alt?: string; children?: unknown[] }) => {
    if (node.type !== 'html') texts.push(node.value ?? node.alt ?? '')
    for (const child of node.children ?? []) walk(child as never)
    if (/^(?:paragraph|heading|tableCell|listItem|image|code)$/.test(node.type)) texts.push(' ')
  }
  walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions }) as never)
  return texts.join('').match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Numbers below a limit, the same for the same seed. */
function drawsFrom(start: number): (limit: number) => number {
  let at = start | 1
  return (limit) => {
    at ^= at << 13
    at ^= at >>> 17
    at ^= at << 5
    return (at >>> 0) % limit
  }
}

/** A page of random parts, and the words in it that are to be seen. */
function randomPage(start: number) {
  const draw = drawsFrom(start)
  const seen: string[] = []
  let count = 0
  const say = (isSeen = true) => {
    const word = `${['w', '漢', 'é'][draw(3)]}${count++}`
    if (isSeen) seen.push(word)
    return word
  }
  const some = (make: () => string, most = 3) =>
    Array.from({ length: 1 + draw(most) }, () => make()).join('')
  const pick = (...makers: (() => string)[]) => makers[draw(makers.length)]?.() ?? ''
  const line = (): string =>
    some(() =>
      pick(
        () => `${say()} `,
        () => ` <b>${say()} </b> `,
        () => ` <em> ${say()}</em>, `,
        () => ` (<i>${say()}</i>) `,
        () => `<a href="/${count}">${say()}</a> `,
        () => ` <code>${say()}</code> `,
        () => ` ${say()} <sup>${say()}</sup> `,
        () => `<span hidden>${say(false)}</span>`,
        () => `<span style="visibility:hidden">${say(false)}</span>`,
        () => ` <img src="/p${count}.png" alt="${say()}"> `,
        () => ` <svg><path/><text>${say()}</text></svg> `,
        () => ` <a href="/i" aria-label="${say()}"><svg><path/></svg></a> `,
        () => ` <math><mfrac><mi>${say()}</mi><mi>${say()}</mi></mfrac></math> `,
        () => `<button>${say()}</button><button>${say()}</button> `,
        () => ` ${say()} * _ ~ | `,
      ),
    )
  const cell = (tag: string) => () => `<${tag}>${line()}</${tag}>`
  const block = (depth: number): string =>
    pick(
      () => `<p>${line()}</p>`,
      () => `<h3>${line()}</h3>`,
      () =>
        `<ul>${some(() => `<li>${line()}${depth > 0 && draw(3) === 0 ? block(depth - 1) : ''}`)}</ul>`,
      () => `<table><tr>${some(cell('th'))}<tr>${some(cell('td'))}</table>`,
      () => `<table><tr><th scope="row">${line()}<td>${line()}</table>`,
      () => `<table><tr><td><h3>${line()}</h3><td><ul><li>${line()}</ul></table>`,
      () => `<blockquote>${depth > 0 ? block(depth - 1) : line()}</blockquote>`,
      () => `<pre>${say()}\n  ${say()}</pre>`,
      () => `<a href="/card"><h3>${say()}</h3><ul><li>${say()}<li>${say()}</ul></a>`,
      () => `<details open><summary>${line()}</summary><p>${line()}</details>`,
      () => `<div style="display:none">${say(false)}</div>`,
      () => `<dialog>${say(false)}</dialog><dialog open>${line()}</dialog>`,
      () =>
        `<div role="table"><div role="row"><span role="cell">${say()}</span><span role="cell">${say()}</span></div></div>`,
      () =>
        `<span style="display:block">${say()}</span><span style="display:block">${say()}</span>`,
      () => `<dl><dt>${say()}<dd>${line()}</dl>`,
    )
  const html = some(() => block(2), 8)
  return { html, seen }
}

test('of 120 pages of random parts, a reader of the Markdown finds every word that is seen, and no other', () => {
  for (let at = 0; at < 120; at += 1) {
    const { html, seen } = randomPage(seed + at * 7919)
    const markdown = md(html) ?? ''
    expect(wordsOf(markdown), `SEED=${seed}, page ${at}:\n${html}\n\n${markdown}`).toEqual(seen)
    expect(markdown).not.toMatch(/&#x/)
  }
})
