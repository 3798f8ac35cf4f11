/** The text that a tree shows, without style sheets. */
import { expect } from '@playwright/test'
import { elementsIn, parseTree } from '../../../server/html/html-tree.ts'
import { renderedText } from '../../../server/html/rendering.ts'
import { suite } from '../../run/suite.ts'

const test = suite('rendering')

const SHOWN = {
  '<p>One <b>two</b> three<p>four': 'One two three\nfour',
  'one<br>two<my-card>three</my-card>four': 'one\ntwo\nthree\nfour',
  '<table><caption>of</caption><tr><td>a<td>b</table><details><summary>more</summary>text</details>':
    'of\na\nb\nmore\ntext',
  '<title>t</title>a<dialog>no</dialog><dialog open>yes</dialog>': 'a\nyes',
  'a<p hidden>b<p hidden=until-found>c<p style="top:0; visibility: collapse">d<p>e': 'a\nc\ne',
  'a<datalist><option>b</datalist><canvas>c</canvas><iframe>d</iframe><svg><title>e</title></svg>':
    'a',
}

for (const [html, text] of Object.entries(SHOWN))
  test(`shows ${JSON.stringify(text)} of ${html}`, () => {
    expect(renderedText(parseTree(html))).toBe(text)
  })

test('a tree of 20,000 levels is read like any other', () => {
  const tree = parseTree(`${'<div>'.repeat(20_000)}deep`)
  expect([elementsIn(tree).length, renderedText(tree)]).toEqual([20_003, 'deep'])
})
