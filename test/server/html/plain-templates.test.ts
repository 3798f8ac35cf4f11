/**
 * HTML that is known to be plain without a look at its text is plain when one looks; that of ordinary views is known to be.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { isPlain } from '../../../server/html/plain.ts'
import { isKnownPlain, plainPieces } from '../../../server/html/plain-templates.ts'
import { CHECK, Html, type HtmlValue, html } from '../../../src/html.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'

const test = suite('plain-templates')

const RUNS = numRuns(3000, 100_000)

// As a worker does; other units have none.
const page = globalThis as { [CHECK]?: typeof plainPieces }
test.before(() => {
  page[CHECK] = plainPieces
})
test.after(() => {
  delete page[CHECK]
})

const cell = (value: HtmlValue) => html`<td class="a ${value}">${value}</td>`
const KNOWN: readonly (readonly [name: string, make: () => Html, known: boolean])[] = [
  ['text with values', () => html`<p>${'<b>'} ${1} ${null}</p>`, true],
  ['lists and nested html', () => html`<tr>${['a', [1, cell('x')], cell(2)]}</tr>`, true],
  ['an address', () => html`<a href="#!/a/${'b'}?c=${'d'}">x</a>`, true],
  ['a whole address', () => html`<q cite="${'https://a.test:80/b'}">x</q>`, true],
  ['an address that is disarmed', () => html`<a href="${'javascript:x'}">x</a>`, false],
  ['a scheme around a value', () => html`<a title="java${'x'}script:">x</a>`, false],
  ['a scheme that ends in a value', () => html`<a title="java${'script:'}">x</a>`, false],
  ['a scheme that ends after a value', () => html`<a title="${'java'}script:">x</a>`, false],
  ['a reference that goes on in a value', () => html`<a title="&${'nbsp;'}">x</a>`, false],
  ['a colon after text', () => html`<a title="${'a'} of: ${'part: c'}">x</a>`, true],
  ['nested html in an attribute', () => html`<p title="${html`a`}">x</p>`, false],
  ['what was made by hand', () => html`<p>${new Html('<x-a></x-a>')}</p>`, false],
  ['what was made by hand, in a list', () => html`<p>${[[new Html('a')]]}</p>`, false],
  ['a custom element', () => html`<x-a>${1}</x-a>`, false],
  ['a custom element further in', () => html`<p>${html`<x-a></x-a>`}</p>`, false],
]

for (const [name, make, known] of KNOWN) {
  test(`${name}: ${known ? 'known' : 'not known'}`, () => expect(isKnownPlain(make())).toBe(known))
}

const PIECES =
  `a|javascript:|java|script|sc|ript|t|:|pt :|//|?|#|&|&amp;|&nbsp;|amp;|\t|\n| |<|>|<b>|
</b>|"|'|on|=|x-a|\ue000`.split('|')
const words = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join(''))
const inert = words.map((text) => text.replace(/[<>"']/g, ''))

const { piece } = fc.letrec<{ piece: Html; value: HtmlValue }>((tie) => ({
  value: fc.oneof(
    { depthIdentifier: 'value', maxDepth: 3 },
    words,
    fc.constantFrom(null, true, 0, -1.5, 10n),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('piece'),
    fc.oneof(words, inert).map((text) => new Html(text)),
  ),
  piece: fc
    .tuple(
      fc.constantFrom('p', 'b', 'a', 'td', 'x-a', 'script', 'textarea'),
      fc.constantFrom('title', 'href', 'class', 'data-b', 'src'),
      fc.array(fc.oneof({ weight: 3, arbitrary: inert }, words), { minLength: 3, maxLength: 5 }),
      fc.array(tie('value'), { minLength: 4, maxLength: 4 }),
    )
    .map(([tag, name, [text = '', ...texts], values]) => {
      // One value in the text, the others in the attribute: each may be the half of something.
      const strings = [`<${tag} ${name}="${texts[0]}`, ...texts.slice(1), `">${text}`, `</${tag}>`]
      try {
        return html(
          Object.assign(strings, { raw: strings }),
          ...values.slice(0, strings.length - 1),
        )
      } catch {
        return html`<i>${values}</i>`
      }
    }),
}))

test('what is known to be plain is plain', () => {
  let known = 0
  fc.assert(
    fc.property(piece, (made) => {
      if (!isKnownPlain(made)) return
      known++
      expect(isPlain(String(made))).toBe(true)
    }),
    { numRuns: RUNS },
  )
  expect(known).toBeGreaterThan(RUNS / 100)
})
