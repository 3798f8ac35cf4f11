/**
 * Markup that is read quickly is read as the standard's parser reads it: each case, and thousands made of pieces that go
 * wrong together, are read both ways and compared as trees. What is left to the parser is right by itself; that enough is
 * read quickly is checked by what templates write.
 */
import { expect } from '@playwright/test'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names } from 'parse5'
import { seededRandom } from '../../../server/diagnostics/runtime/random.ts'
import { parseFragment } from '../../../server/html/select-parser.ts'
import { END, readTidy } from '../../../server/html/tidy-markup.ts'
import { seed } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { list } from '../helpers/rows.ts'

const test = suite('tidy-markup')

type Tree = unknown[]

function treeOf(node: DefaultTreeAdapterTypes.ParentNode): Tree {
  return node.childNodes.map((child) => {
    if ('value' in child) return child.value
    if ('data' in child) return { comment: child.data }
    const { tagName, namespaceURI, attrs } = child as DefaultTreeAdapterTypes.Element
    const own = attrs.map(({ name, value }) => [name, value])
    return [namespaceURI === names.NS.HTML ? tagName : namespaceURI, own, treeOf(child as never)]
  })
}

function quick(html: string, tag: string): Tree | null {
  const steps = readTidy(html, tag)
  if (steps === null) return null
  const root: Tree = []
  const around: Tree[] = []
  let parent = root
  for (const step of steps) {
    if (step === END) parent = around.pop() as Tree
    else if (typeof step === 'string' || 'comment' in step) parent.push(step)
    else {
      const inside: Tree = []
      parent.push([step.tag, step.attributes.map(({ name, value }) => [name, value]), inside])
      if (step.isVoid) continue
      around.push(parent)
      parent = inside
    }
  }
  return root
}

const standard = (html: string, tag: string): Tree =>
  treeOf(parseFragment(defaultTreeAdapter.createElement(tag, names.NS.HTML, []), html, {}) as never)

const TIDY = [
  '',
  'text &amp; more &lt;b&gt; &quot;x&quot; &#39;&nbsp;',
  '<nav><a href="/a?b=1&amp;c=2">A</a><a href="#!/b" class="on">B</a></nav>',
  '<p>one</p>\n<p>two<br>three<br/>four <img src="a.png" alt="" /></p>',
  '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>',
  '<table> <thead><tr><th>a</th></tr></thead>\n<tbody><tr><td>1</td><td><b>2</b></td></tr></tbody></table>',
  '<my-item name="x" price="1.5" chosen>text<slot name="a"></slot></my-item>',
  '<b><i><b><i><b>deep</b></i></b></i></b> <a href="x"><div>in a link</div></a>',
  '<h2>a</h2><!-- a comment --><section><h3>b</h3><button type="button">c</button></section>',
  'a & b &lt; c',
  '<label>Name <input name="n" value="1" disabled></label>',
]

test('what templates write is read quickly, and as the parser reads it', () => {
  for (const html of TIDY) {
    for (const tag of ['div', 'my-host', 'p', 'li', 'slot'])
      expect(quick(html, tag), `${html} in <${tag}>`).toEqual(standard(html, tag))
  }
})

const UNTIDY = list`
  <p>a<p>b | <p>a<div>b</div></p> | <tr><td>x</td></tr> | <table><tr><td>x</td></tr></table>
  <table>x<tbody></tbody></table> | <a>1<a>2</a></a> | <b><p>x</b></p> | <li>a<li>b | </div>
  <h1><h2>x</h2></h1> | <button><p><button>x</button></p></button> | <form><form></form></form>
  <svg><g></g></svg> | <select><option>a</option></select> | <script>if(a<b)c()</script> | <div/>x
  <template><tr></tr></template> | <DIV>x</DIV> | <div A="1">x</div> | <div a=1>x</div> | <div
  <div a='1'>x</div> | <div a="1"a="2">x</div> | <div a="1" a="2">x</div> | <div a="1 | <?xml x?>
  <div a="&copy=1&ampx">&copy; &ampx &AMP; &#60;</div> | <div></div > | <!doctype html><p>x</p>
  <!-->x--><!--->y--><!--a--!>b--><!--a--b--> | a < b <3 | <image src="a"> | <br></br> | <plaintext>x
  <nobr><nobr>x</nobr></nobr> | <rt>x</rt><ruby>a<rt>b</rt></ruby>
  <frameset></frameset><body class="x">y</body>
  <pre>\n\nx</pre> | <textarea>\n<b></textarea>
`.concat('a\r\nb\0c')

test('what is not tidy is left to the parser, or is read as it reads it, as are thousands of pieces in any order', () => {
  for (const tag of ['table', 'tr', 'select', 'colgroup', 'template', 'textarea', 'html', 'svg'])
    expect(readTidy('<td>x</td>', tag), tag).toBeNull()
  const random = seededRandom(seed)
  const pick = (list: string): string => {
    const all = list.split('|')
    return all[Math.floor(random() * all.length)] ?? ''
  }
  const tags =
    `a|b|i|p|div|span|ul|li|dl|dt|dd|h1|h2|table|tbody|tr|td|th|button|slot|x-y|section|label
    |em|ruby|rt|object|font|code|caption|details|summary|address`.replace(/\s/g, '')
  const texts = 'x| |\n|&amp;|&lt;|&|&x|é\u{1f600}||<!--c-->|<br>'
  const attributes = '| a="1"| a="&quot;"| b| a="1" b="2"| a = "1"| a="&x"'
  const some = (depth: number): string => {
    let html = ''
    for (let count = Math.floor(random() * 4); count > 0; count--) {
      if (depth === 0 || random() < 0.4) html += pick(texts)
      else {
        const tag = pick(tags)
        const end = random() < 0.97 ? `</${tag}>` : pick(`|</${pick(tags)}>`)
        html += `<${tag}${pick(attributes)}>${some(depth - 1)}${end}`
      }
    }
    return html
  }
  let read = 0
  const places = 'div|x-y|p|a|li|h1|span|td|button|table|select|body|pre'
  const untidy = UNTIDY.flatMap((html) => places.split('|').map((tag) => [html, tag]))
  const drawn = Array.from({ length: 6000 }, () => [some(5), pick(places)])
  for (const [html = '', tag = ''] of [...untidy, ...drawn]) {
    const made = quick(html, tag)
    if (made === null) continue
    read += html === '' ? 0 : 1
    if (JSON.stringify(made) !== JSON.stringify(standard(html, tag)))
      expect(made, `${html} in <${tag}>`).toEqual(standard(html, tag))
  }
  expect(read).toBeGreaterThan(500)
})
