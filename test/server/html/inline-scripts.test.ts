/** Scripts and data that pages carry inline. inline-programs.spec.ts runs them in Chromium. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect } from '@playwright/test'
import { homeScript, pageData } from '../../../server/html/inline-scripts.ts'
import { readableHref, readableScheme } from '../../../src/readable.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('inline-scripts')

const source = homeScript('/s/').replace(/<\/?script[^>]*>/g, '')

test('the script of the home has the hash in the documentation', () => {
  const hash = `'sha256-${createHash('sha256').update(source).digest('base64')}'`
  expect(readFileSync('docs/readable-addresses.md', 'utf8')).toContain(hash)
})

/** Runs the script where the app's own does not come. @returns The link that it shows. */
function linkAt(hash: string): string | undefined {
  const link: { href?: string; append(): void } = { append: () => {} }
  const outlet = { style: {}, replaceChildren: () => {} }
  const document = {
    currentScript: { parentElement: outlet, dataset: { prefix: '/s/' } },
    addEventListener: () => {},
    createElement: () => link,
  }
  let onLoad = () => {}
  const addEventListener = (_: string, listener: () => void) => {
    onLoad = listener
  }
  const customElements = { get: () => undefined }
  runInNewContext(source, { document, addEventListener, customElements, location: { hash } })
  onLoad()
  return link.href
}

for (const [hash, state] of rows`
  #!/word/ajax                        | /word/ajax
  #%21/word/ajax                      | /word/ajax
  #!/browse/a?page=2                  | /browse/a?page=2
  #!AJAX                              | AJAX
  #!pos=verb&letter=a                 | pos=verb&letter=a
  #!/hey!21                           | /hey!21
  #!/a#b                              | /a#b
  #!/shop?page=2&access_token=secret  | /shop?page=2
  #!/shop#id_token=secret             | /shop
  #!/shop&state=secret&code=secret    | /shop
`)
  test(`without the script of the app ${hash} leads to the readable address of "${state}"`, () => {
    expect(linkAt(hash)).toBe(readableHref(readableScheme('/s/'), state))
  })

const cycle: { self?: object } = {}
cycle.self = cycle
const DATA: [name: string, data: unknown, isSent: boolean][] = [
  ['plain data', { a: [1, 'x', null, true, { b: undefined }] }, true],
  ['text that would end the script', '</script><!--<script>\u2028', true],
  ['a date', { at: new Date(0) }, false],
  ['a map', new Map(), false],
  ['an instance of a class', new (class {})(), false],
  ['an object with toJSON', { toJSON: () => 1 }, false],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('of a getter')
      },
    },
    false,
  ],
  ['NaN', [Number.NaN], false],
  ['a cycle', cycle, false],
  ['a function', { f: () => 1 }, false],
  ['a key __proto__', JSON.parse('{"__proto__":{"x":1}}'), false],
  ['nothing', undefined, false],
  ['more than the bound', 'x'.repeat(70_000), false],
]
for (const [name, data, isSent] of DATA) {
  test(`${name} ${isSent ? 'is' : 'is not'} sent`, () => {
    const level = { name: 'a', params: {}, search: {}, data, view: undefined }
    const text = pageData({ state: '/x', levels: [level] })
    if (!isSent) return expect(text).toBe('')
    const [, json = ''] =
      /^<script type="application\/json" id="hashbang-data">([^<\u2028]*)<\/script>$/.exec(text) ??
      []
    expect(JSON.parse(json)).toEqual({ state: '/x', data: { a: data } })
  })
}
