/** Ids of React's `useId` are counted from the page's first; whatever else looks like one is left alone. */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { countFromZero } from '../../dist/server/render/counted-ids.js'

const CASES: readonly (readonly [what: string, html: string, renamed?: string])[] = [
  [
    'an id and what refers to it',
    '<label for="_r_4_">a</label><input id="_r_4_" aria-describedby="x _r_5_"><p id="_r_5_">b</p>',
    '<label for="_r_0_">a</label><input id="_r_0_" aria-describedby="x _r_1_"><p id="_r_1_">b</p>',
  ],
  [
    'ids of React 18',
    '<b id=":r1g:"></b><i id=":r1f:-x"></i>',
    '<b id=":r1:"></b><i id=":r0:-x"></i>',
  ],
  ['ids of React 19.0', '<b id="«r7»"></b>', '<b id="«r0»"></b>'],
  [
    'ids with a prefix',
    '<a href="#radix-_r_v_-a"></a><b id="radix-_r_v_-a"></b><b id="radix-_r_10_"></b>',
    '<a href="#radix-_r_0_-a"></a><b id="radix-_r_0_-a"></b><b id="radix-_r_1_"></b>',
  ],
  [
    'what draws by reference',
    '<svg><clipPath id="_r_3_"></clipPath><g clip-path="url(#_r_3_)"></g></svg>',
    '<svg><clipPath id="_r_0_"></clipPath><g clip-path="url(#_r_0_)"></g></svg>',
  ],
  [
    'a reference to what is not there',
    '<p aria-controls="_r_3_"></p><p id="_r_6_"></p>',
    '<p aria-controls="_r_0_"></p><p id="_r_3_"></p>',
  ],
  ['ids that begin at 0', '<b id="_r_0_"></b><b id="_r_2_"></b>'],
  ['an id that the text tells', '<b id="_r_3_">_r_3_</b>'],
  ['an id that a value tells', '<input id="_r_3_" value="_r_3_">'],
  ['an id that a rule is for', '<style>#_r_3_{color:red}</style><b id="_r_3_"></b>'],
  ['an id in a state', '<b id="_r_3_"></b><a href="#!/_r_3_">x</a>'],
  ['text that looks like one', '<b>_r_3_ id="_r_4_"</b>'],
  ['ids of others', '<b id="chapter_r_3_x"></b><b id="section-5"></b>'],
]

for (const [what, html, renamed = html] of CASES) {
  test(`${renamed === html ? 'leaves' : 'renames'} ${what}`, () => {
    expect(countFromZero([html])).toEqual([renamed])
  })
}

test('one number is one number in all pieces of a page', () => {
  expect(countFromZero(['<b aria-controls="_r_8_"></b>', '<div id="_r_8_"></div>', ''])).toEqual([
    '<b aria-controls="_r_0_"></b>',
    '<div id="_r_0_"></div>',
    '',
  ])
})

test('is the same however far the count has come, and keeps apart what was apart', () => {
  const element = fc.record({ id: fc.nat(40), refers: fc.nat(40) })
  fc.assert(
    fc.property(fc.array(element, { minLength: 1 }), fc.nat(5000), (elements, count) => {
      const write = (from: number) =>
        elements
          .map(({ id, refers }) => {
            const token = (number: number) => `_r_${(number + from).toString(32)}_`
            return `<p id="${token(id)}" aria-owns="a ${token(refers)}">_r_0 text</p>`
          })
          .join('')
      const [made = ''] = countFromZero([write(count)])
      expect([made]).toEqual(countFromZero([write(0)]))
      const tokensOf = (html: string) => [...html.matchAll(/_r_\w+_/g)].map(([token]) => token)
      const pairs = tokensOf(write(0)).map((token, at) => `${token} ${tokensOf(made)[at]}`)
      expect(new Set(pairs).size).toBe(new Set(tokensOf(write(0))).size)
      expect(new Set(tokensOf(made)).size).toBe(new Set(tokensOf(write(0))).size)
    }),
  )
})
