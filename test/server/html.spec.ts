/**
 * html templates on the server: unsound ones are refused with the place shown, sound ones are read by Chromium as they were
 * meant whatever their values are, and text goes into a document as it is only where a DOM would add nothing. FUZZ_RUNS: how
 * many templates.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { checkTemplate } from '../../dist/server/html/check-template.js'
import { isPlain } from '../../dist/server/html/plain.js'
import {
  type Difference,
  makeAll,
  type Part,
  source,
  type Value,
} from '../fixtures/engine/templates.ts'
import { bundle, openPage } from './engine.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 2000)
const BATCH = 500
const SEED = Number(process.env.SEED) || Date.now() % 1_000_000

const strings = (parts: TemplateStringsArray, ..._values: unknown[]): readonly string[] => parts

/** How a message shows a value. */
const VALUE = ['$', '{…}'].join('')

const SOUND = [
  strings`<p>${1} <b title="a ${2} b">x</b><br><img src="${3}"></p>`,
  strings`<tr><td>${1}</td></tr>`,
  strings`<svg viewBox="0 0 1 1"><path d="M0 ${1}"/></svg>`,
  strings`<textarea><b></textarea><style>a > b {}</style>`,
  strings`<!-- a note --><X-Item :class="a" @x="b"></X-Item>`,
  strings`1 < 2 &amp; 3 & 4`,
]

for (const template of SOUND) {
  test(`takes ${template.join(VALUE)}`, () => expect(() => checkTemplate(template)).not.toThrow())
}

const UNSOUND: readonly (readonly [readonly string[], what: string, under: string])[] = [
  [strings`<p>${1}<b>x</p>`, '</p> stands where <b> must be closed first', '</p>'],
  [strings`<ul><li>a<li>b</ul>`, '</ul> stands where <li> must be closed first', '</ul>'],
  [strings`<p>x`, '<p> is not closed', '<p>'],
  [strings`x</div>`, '</div> closes nothing', '</div>'],
  [strings`<div/>`, '<div/> is not closed by its slash', '<div/>'],
  [strings`<p title=${1}></p>`, 'a value must stand in quotes', 'title='],
  [strings`<p ${'a'}="1"></p>`, 'no value can be a name', `${VALUE}="1"`],
  [strings`<${'p'}></p>`, 'no value can be the name of an element', `<${VALUE}>`],
  [strings`<p onclick="${1}"></p>`, 'no value can be escaped in onclick', 'onclick'],
  [strings`<!-- ${1} -->`, 'no value can stand in a comment', '<!--'],
  [strings`<p a="1" a="2"></p>`, 'duplicate attribute', ''],
  [strings`<!doctype html>`, 'a doctype cannot stand in a view', '<!doctype'],
  [strings`<p><a href="x></p>`, 'eof in tag', ''],
]

for (const [template, what, under] of UNSOUND) {
  test(`refuses ${template.join(VALUE)}`, () => {
    let message = ''
    try {
      checkTemplate(template)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(what)
    const [text = '', caret = ''] = message.split('\n').slice(-2)
    if (under) expect(text.slice(caret.indexOf('^'))).toContain(under)
  })
}

test('the place of a fault is shown in a template of several lines', () => {
  const template = strings`<ul>
    <li>${1}</li>
    <li>${2}
  </ul>`
  expect(() => checkTemplate(template)).toThrow(
    'This html template cannot be used: </ul> stands where <li> must be closed first (line 4 of it)\n' +
      `      <li>${VALUE}</li>\n      <li>${VALUE}\n    </ul>\n    ^`,
  )
})

const PLAIN: readonly (readonly [html: string, plain: boolean])[] = [
  ['<p>a <b>b</b><br>c</p>', true],
  ['a &lt; b &amp; c', true],
  ['<a href="#!/word/javascript"  class="description" hidden>x</a>', true],
  ['<a href="#!/a?b=1&amp;c=2">x</a>', true],
  ['<x-item>a</x-item>', false],
  ['<p is="x-p"></p>', false],
  ['<script>x</script>', false],
  ['<p onclick="x"></p>', false],
  ['<a href="javascript:x">x</a>', false],
  ['<a href="java\nscript:x">x</a>', false],
  ['<a href="java&#115;cript:x">x</a>', false],
  ['<div><template shadowrootmode="open">x</template></div>', false],
  ['<p>a', false],
  ['a</p>', false],
  ['<p><b></p></b>', false],
  ['</hashbang-outlet></main>', false],
  ['<body class="x"></body>', false],
  ['<meta http-equiv="refresh" content="0">', false],
  ['<base href="/x">', false],
  ['<noscript><p></p></noscript>', false],
  ['<!-- a -->', false],
  ['<plaintext>', false],
  ['<p title="a > b"></p>', false],
  ['a < b', false],
  ['<p title=x></p>', false],
  ['<iframe srcdoc="x"></iframe>', false],
]

test('only text to which a DOM would add nothing is plain', () => {
  expect(PLAIN.map(([html]) => [html, isPlain(html)])).toEqual(PLAIN)
})

const piece = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '<',
      '>',
      '&',
      '"',
      "'",
      '</p>',
      '<b>',
      '<!--',
      '-->',
      '&amp;',
      '&lt',
      '=',
      '`',
      '\n',
      '😀',
      '</script>',
      'x:',
      '/',
      '\u00a0',
      '$&',
      '\ue000',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const plain = piece.map((text) => text.replaceAll('\ue000', ''))
const single = fc.oneof(piece, fc.constantFrom<Value>(null, true, false, 0, -1.5, 1e21))
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: single },
  fc.array(single, { maxLength: 3 }),
)
const attribute = fc.tuple(
  fc.constantFrom('title', 'class', 'data-x', 'aria-label', 'alt'),
  fc.array(
    fc.oneof(
      plain,
      value.map((given) => ({ value: given })),
    ),
    { maxLength: 3 },
  ),
)
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: ([name]) => name })

const { parts } = fc.letrec<{ parts: Part[]; part: Part }>((tie) => ({
  parts: fc.array(tie('part'), { maxLength: 4, depthIdentifier: 'part' }),
  part: fc.oneof(
    { depthIdentifier: 'part', maxDepth: 4 },
    fc.record({ text: plain }),
    fc.record({ value }),
    fc.record({
      tag: fc.constantFrom('br', 'img', 'input', 'hr'),
      attributes,
      parts: fc.constant([]),
    }),
    fc.record({
      tag: fc.constantFrom('div', 'span', 'section', 'em', 'x-el'),
      attributes,
      parts: tie('parts'),
    }),
    fc.record({ nested: tie('parts') }),
  ),
}))

test('any template with any values is read by Chromium as it was meant', async ({ page }) => {
  test.setTimeout(90_000 + RUNS * 20)
  const chromium = await openPage(page, await bundle('engine/templates.ts'))
  for (let done = 0; done < RUNS; done += BATCH) {
    const all = fc.sample(parts, { numRuns: BATCH, seed: SEED + done })
    for (const each of all) checkTemplate(source(each)[0])
    const different = await chromium.call<Difference[]>('compareAll', all, makeAll(all))
    expect(different.slice(0, 1), `seed ${SEED + done}, ${different.length} differ`).toEqual([])
  }
})
