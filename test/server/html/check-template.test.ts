/** Unsound html templates are refused with the place shown. */
import { expect } from '@playwright/test'
import { checkTemplate } from '../../../server/html/check-template.ts'
import { suite } from '../../run/suite.ts'

const test = suite('check-template')

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
  [strings`<!-- ${1} -->`, 'no value is allowed in a comment', '<!--'],
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
