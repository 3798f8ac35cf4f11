/** Unsound html templates are refused with the place shown. */
import { expect } from '@playwright/test'
import { checkTemplate } from '../../../server/html/check-template.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('check-template')

/** How a message shows a value, and how these tests write one. */
const VALUE = ['$', '{…}'].join('')
const check = (template: string) => checkTemplate(template.split(VALUE))

for (const [template] of rows`
  <p>${VALUE} <b title="a ${VALUE} b">x</b><br><img src="${VALUE}"></p>
  <tr><td>${VALUE}</td></tr>
  <svg viewBox="0 0 1 1"><path d="M0 ${VALUE}"/></svg>
  <textarea><b></textarea><style>a > b {}</style>
  <!-- a note --><X-Item :class="a" @x="b"></X-Item>
  1 < 2 &amp; 3 & 4
`)
  test(`takes ${template}`, () => expect(() => check(template)).not.toThrow())

// The last column stands above the mark of the message.
for (const [template, problem, under] of rows`
  <p>${VALUE}<b>x</p>      | </p> stands where <b> must be closed first   | </p>
  <ul><li>a<li>b</ul>      | </ul> stands where <li> must be closed first | </ul>
  <p>x                     | <p> is not closed                            | <p>
  x</div>                  | </div> closes nothing                        | </div>
  <div/>                   | <div/> is not closed by its slash            | <div/>
  <dl/>                    | <dl/> is not closed by its slash             | <dl/>
  <p title=${VALUE}></p>   | a value must stand in quotes                 | title=
  <p ${VALUE}="1"></p>     | no value can be a name                       | ${VALUE}="1"
  <${VALUE}></p>           | no value can be the name of an element       | <${VALUE}>
  <p onclick="${VALUE}"></p> | no value can be escaped in onclick         | onclick
  <!-- ${VALUE} -->        | no value is allowed in a comment             | <!--
  <p a="1" a="2"></p>      | duplicate attribute                          |
  <!doctype html>          | a doctype cannot stand in a view             | <!doctype
  <p><a href="x></p>       | eof in tag                                   |
`) {
  test(`refuses ${template}`, () => {
    expect(() => check(template)).toThrow(problem)
    try {
      check(template)
    } catch (error) {
      const [text = '', caret = ''] = (error as Error).message.split('\n').slice(-2)
      expect(text.slice(caret.indexOf('^'))).toContain(under)
    }
  })
}

test('the place of a fault is shown in a template of several lines', () => {
  expect(() => check(`<ul>\n    <li>${VALUE}</li>\n    <li>${VALUE}\n  </ul>`)).toThrow(
    'This html template cannot be used: </ul> stands where <li> must be closed first (line 4 of it)\n' +
      `      <li>${VALUE}</li>\n      <li>${VALUE}\n    </ul>\n    ^`,
  )
})
