/**
 * html`…` writes values so that they are read back as values, wherever they stand, in Node and in
 * browsers.
 */
import fc from 'fast-check'
import { deepEqual, equal, ok, throws } from 'playwright-test/taps'
import { CHECK, type Check, Html, type HtmlValue, html } from '../../src/html.ts'
import { numRuns } from '../run/seed.ts'
import { suite } from '../run/suite.ts'

const test = suite('html')
const bad = `<b>"&'`

const CASES: Readonly<Record<string, readonly [made: Html, text: string][]>> = {
  'text is escaped': [
    [html`<p>${bad}</p>`, '<p>&lt;b&gt;&quot;&amp;&#39;</p>'],
    [html`<p>1 < 2 ${'"'}</p>`, '<p>1 < 2 &quot;</p>'],
    [html`<style>p{}</style>${'<'}`, '<style>p{}</style>&lt;'],
    [html`<p title="a > b">${'<'}</p>`, '<p title="a > b">&lt;</p>'],
    [html`<textarea>${'</textarea>'}</textarea>`, '<textarea>&lt;/textarea&gt;</textarea>'],
  ],
  'an attribute is escaped, in either quotes and in parts': [
    [html`<p title="${bad}"></p>`, '<p title="&lt;b&gt;&quot;&amp;&#39;"></p>'],
    [html`<p title='${bad}'></p>`, "<p title='&lt;b&gt;&quot;&amp;&#39;'></p>"],
    [html`<p title="a ${1} b ${2}"></p>`, '<p title="a 1 b 2"></p>'],
    [html`<p title="${html`"${'&'}`}"></p>`, '<p title="&quot;&amp;"></p>'],
  ],
  'a safe address stays as it is': [
    [html`<a href="${'/x?a=1&b=2'}"></a>`, '<a href="/x?a=1&amp;b=2"></a>'],
    [html`<a href="#!/word/${'javascript:x'}"></a>`, '<a href="#!/word/javascript:x"></a>'],
    [html`<img src="img${1}.png">`, '<img src="img1.png">'],
    [html`<a href="${'/x'}${['/', 'y']}?a=${'&'}"></a>`, '<a href="/x/y?a=&amp;"></a>'],
    [html`<a href="${['java', 'scripts']}/${1}"></a>`, '<a href="javascripts/1"></a>'],
  ],
  'an address that runs script is disabled, in disguise or in parts, too': [
    [html`<a href="${'javascript:x'}"></a>`, '<a href="unsafe:javascript:x"></a>'],
    [html`<a href=" ${'\tJava\nScript:x'}"></a>`, '<a href=" unsafe:\tJava\nScript:x"></a>'],
    [html`<a href="java${'script:x'}"></a>`, '<a href="javaunsafe:script:x"></a>'],
    [html`<a href="${['java', ['script:x']]}"></a>`, '<a href="unsafe:javascript:x"></a>'],
    [html`<a href="${'java'}${'script:x'}"></a>`, '<a href="unsafe:javascript:x"></a>'],
    [html`<a href="${'javascript'}:${'x'}"></a>`, '<a href="unsafe:javascript:x"></a>'],
    [
      html`<a href="${html`&#106;ava${'script'}`}${html`&colon;x`}"></a>`,
      '<a href="unsafe:&#106;avascript&colon;x"></a>',
    ],
    [html`<a href="&${'#106;avascript:x'}"></a>`, '<a href="&unsafe:#106;avascript:x"></a>'],
    [
      html`<button formaction="${'javascript:x'}"></button>`,
      '<button formaction="unsafe:javascript:x"></button>',
    ],
  ],
  'data in a script cannot end it': [
    [
      html`<script type="application/json">${'{"a":"</script>"}'}</script>`,
      '<script type="application/json">{"a":"\\u003c/script>"}</script>',
    ],
  ],
  'values are written by their kind': [
    [html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
    [html`<ul>${[1, [html`<li>${2}</li>`, '<']]}</ul>`, '<ul>1<li>2</li>&lt;</ul>'],
    [html`<p>${null}${undefined}${false}${true}${''}</p>`, '<p></p>'],
    [html`<p>${0} ${-1.5} ${10n} ${Number.NaN}</p>`, '<p>0 -1.5 10 NaN</p>'],
    [html`<p></p>`, '<p></p>'],
    [html`<p>${new Html('<b>x</b>')}</p>`, '<p><b>x</b></p>'],
  ],
}
for (const [rule, cases] of Object.entries(CASES))
  for (const [made, text] of cases) test(`${rule}: ${text}`, () => equal(String(made), text))

const REFUSED: Readonly<Record<string, () => Html>> = {
  'a value without quotes': () => html`<p title=${'x'}></p>`,
  'a value as a name': () => html`<p ${'x'}></p>`,
  'a value as a tag': () => html`<${'p'}></p>`,
  'a value in an end tag': () => html`<p></${'p'}>`,
  'a value in a handler': () => html`<p onclick="${'x'}"></p>`,
  'a document of a frame': () => html`<iframe srcdoc="${'x'}"></iframe>`,
  'a value in a style sheet': () => html`<style>p{color:${'red'}}</style>`,
  'a value in a comment': () => html`<!-- ${'x'} -->`,
  'a value in a script': () => html`<a href="javascript:f(${'x'})"></a>`,
  'a script address in disguise': () => html`<a href=" &#106;ava&Tab;script&colon;${'x'}"></a>`,
}
for (const [name, make] of Object.entries(REFUSED))
  test(`refuses ${name}`, () => throws(make, TypeError))

if (typeof document === 'object') {
  const piece = fc.constantFrom(
    ...'java script JaVaScRiPt vbscript : javascript: s cript x / # ? alert(1)'.split(' '),
    ...'& &#106; &#x6A ; &Tab; #106; &NewLine; &colon; &colon &#58 &#0; &amp; &#38;'.split(' '),
    ...['', ' ', '\t', '\n', '\r', '\0', '\x01', '\u00a0', "'", '"', '<', '>'],
  )
  const statics = piece.filter((text) => !/["'<>]/.test(text))
  const template = (texts: readonly string[]) =>
    Object.assign([...texts], { raw: texts }) as unknown as TemplateStringsArray
  const value: fc.Arbitrary<HtmlValue> = fc.letrec<{ value: HtmlValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      piece,
      fc.constantFrom(null, false, 1),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .tuple(fc.array(statics, { minLength: 2, maxLength: 3 }), fc.array(tie('value')))
        .map(([texts, values]) => html(template(texts), ...values)),
      piece.map((text) => html`${text}`),
    ),
  })).value
  const place = fc.constantFrom(
    ...['a href', 'area HREF', 'form action', 'button formaction', 'iframe src'],
    ...['object data', 'svg><a xlink:href', 'svg><a href'],
  )

  test('a browser finds no script address, in any split into parts', () => {
    const runs = numRuns(3000, 20_000)
    let made = 0
    fc.assert(
      fc.property(
        place,
        fc.constantFrom('"', "'"),
        fc.array(statics, { minLength: 2, maxLength: 4 }),
        fc.array(value, { minLength: 3, maxLength: 3 }),
        (place, quote, texts, values) => {
          const strings = [...texts]
          strings[0] = `<${place}=${quote}${texts[0]}`
          strings[strings.length - 1] += `${quote}>`
          let text: string
          try {
            text = String(html(template(strings), ...values))
          } catch (error) {
            ok(error instanceof TypeError)
            return
          }
          made++
          const { body } = new DOMParser().parseFromString(text, 'text/html')
          const [, tag = '', name = ''] = /(\w+) (\S+)$/.exec(place) ?? []
          const address = body.querySelector(tag)?.getAttribute(name.toLowerCase())
          ok(typeof address === 'string', text)
          const link = document.createElement('a')
          link.href = address
          ok(!/^(java|vb)script:/.test(link.protocol), `${text} leads to ${link.protocol}`)
        },
      ),
      { numRuns: runs },
    )
    ok(made > runs / 2)
  })
}

test('long lists and deep pieces are written', () => {
  const list = html`<ul>${Array.from({ length: 100_000 }, (_, i) => html`<li>${i}</li>`)}</ul>`
  equal(String(list).slice(-19), '<li>99999</li></ul>')
  let deep = html`x`
  for (let i = 0; i < 10_000; i++) deep = html`<b>${deep}${['y']}</b>`
  const text = String(deep)
  equal(text.indexOf('x'), 30_000)
  equal(text.slice(-10), 'y</b>y</b>')
})

test('a template is checked once', () => {
  const checked: unknown[] = []
  const global = globalThis as { [CHECK]?: Check }
  const make = (value: number) => html`<p>${value}</p>`
  global[CHECK] = (strings) => checked.push([...strings])
  make(1)
  make(2)
  delete global[CHECK]
  deepEqual(checked, [['<p>', '</p>']])
})
