/** html`…` writes values so that they are read back as values, wherever they stand, in Node and in browsers. */
import { deepEqual, equal, suite, throws } from 'playwright-test/taps'
import { CHECK, type Check, Html, html } from '../src/html.ts'

const test = suite('html')
const bad = `<b>"&'`

const cases: readonly (readonly [name: string, made: Html, text: string])[] = [
  ['text', html`<p>${bad}</p>`, '<p>&lt;b&gt;&quot;&amp;&#39;</p>'],
  ['an attribute', html`<p title="${bad}"></p>`, '<p title="&lt;b&gt;&quot;&amp;&#39;"></p>'],
  [
    'an attribute in single quotes',
    html`<p title='${bad}'></p>`,
    "<p title='&lt;b&gt;&quot;&amp;&#39;'></p>",
  ],
  ['parts of an attribute', html`<p title="a ${1} b ${2}"></p>`, '<p title="a 1 b 2"></p>'],
  ['an address', html`<a href="${'/x?a=1&b=2'}"></a>`, '<a href="/x?a=1&amp;b=2"></a>'],
  [
    'the end of an address',
    html`<a href="#!/word/${'javascript:x'}"></a>`,
    '<a href="#!/word/javascript:x"></a>',
  ],
  ['a relative address', html`<img src="img${1}.png">`, '<img src="img1.png">'],
  [
    'an address that runs',
    html`<a href="${'javascript:alert(1)'}"></a>`,
    '<a href="unsafe:javascript:alert(1)"></a>',
  ],
  [
    'one in disguise',
    html`<a href=" ${'\tJava\nScript:x'}"></a>`,
    '<a href=" unsafe:\tJava\nScript:x"></a>',
  ],
  [
    'one in two halves',
    html`<a href="java${'script:x'}"></a>`,
    '<a href="javaunsafe:script:x"></a>',
  ],
  [
    'an address of a form',
    html`<button formaction="${'javascript:x'}"></button>`,
    '<button formaction="unsafe:javascript:x"></button>',
  ],
  [
    'data in a script',
    html`<script type="application/json">${'{"a":"</script>"}'}</script>`,
    '<script type="application/json">{"a":"\\u003c/script>"}</script>',
  ],
  ['text after a style', html`<style>p{}</style>${'<'}`, '<style>p{}</style>&lt;'],
  [
    'a text area',
    html`<textarea>${'</textarea>'}</textarea>`,
    '<textarea>&lt;/textarea&gt;</textarea>',
  ],
  ['a > in an attribute before', html`<p title="a > b">${'<'}</p>`, '<p title="a > b">&lt;</p>'],
  ['a sign that opens nothing', html`<p>1 < 2 ${'"'}</p>`, '<p>1 < 2 &quot;</p>'],
  ['nested html', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
  [
    'nested html in an attribute',
    html`<p title="${html`"${'&'}`}"></p>`,
    '<p title="&quot;&amp;"></p>',
  ],
  ['lists of lists', html`<ul>${[1, [html`<li>${2}</li>`, '<']]}</ul>`, '<ul>1<li>2</li>&lt;</ul>'],
  ['nothing', html`<p>${null}${undefined}${false}${true}${''}</p>`, '<p></p>'],
  ['numbers', html`<p>${0} ${-1.5} ${10n} ${Number.NaN}</p>`, '<p>0 -1.5 10 NaN</p>'],
  ['no value at all', html`<p></p>`, '<p></p>'],
  ['trusted text', html`<p>${new Html('<b>x</b>')}</p>`, '<p><b>x</b></p>'],
]

for (const [name, made, text] of cases) test(name, () => equal(String(made), text))

const refused: readonly (readonly [name: string, make: () => Html])[] = [
  ['a value without quotes', () => html`<p title=${'x'}></p>`],
  ['a value as a name', () => html`<p ${'x'}></p>`],
  ['a value as a tag', () => html`<${'p'}></p>`],
  ['a value in an end tag', () => html`<p></${'p'}>`],
  ['a value in a handler', () => html`<p onclick="${'x'}"></p>`],
  ['a document of a frame', () => html`<iframe srcdoc="${'x'}"></iframe>`],
  ['a value in a style sheet', () => html`<style>p{color:${'red'}}</style>`],
  ['a value in a comment', () => html`<!-- ${'x'} -->`],
  ['a second value in the scheme of an address', () => html`<a href="${'java'}${'script:x'}"></a>`],
]

for (const [name, make] of refused) test(`refuses ${name}`, () => throws(make, TypeError))

test('long lists and deep pieces are written', () => {
  const list = html`<ul>${Array.from({ length: 100_000 }, (_, i) => html`<li>${i}</li>`)}</ul>`
  equal(String(list).slice(-19), '<li>99999</li></ul>')
  let deep = html`x`
  for (let i = 0; i < 10_000; i++) deep = html`<b>${deep}${['y']}</b>`
  const text = String(deep)
  equal(text.indexOf('x'), 30_000)
  equal(text.slice(-10), 'y</b>y</b>')
})

test('who looks at a template is told of each piece that is made of it', () => {
  const told: unknown[] = []
  const global = globalThis as { [CHECK]?: Check }
  const make = (value: number) => html`<p>${value}</p>`
  global[CHECK] = (strings) => (made, values) => told.push(strings.length, String(made), ...values)
  make(1)
  make(2)
  delete global[CHECK]
  deepEqual(told, [2, '<p>1</p>', 1, 2, '<p>2</p>', 2])
})
