/** Pages that show what their HTML says before any script has run. */
import { expect } from '@playwright/test'
import { isPlace, shellShown } from '../../../../server/adopted/page/shell-shown.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('shell shown')

const page = (body: string) =>
  `<!doctype html><html><head><title>T</title></head><body>${body}<script src="app.js"></script></body></html>`

const CASES: readonly [what: string, shell: string, body: string, shown: string][] = [
  ['nothing has changed', '<p>Loading</p>', '<p>Loading</p>', 'untouched'],
  [
    'scripts, frames without a size and space are nothing',
    '<p>Loading</p>',
    '<p>\n Loading</p><iframe style="position: absolute; width: 0px"></iframe>',
    'untouched',
  ],
  ['a class around a short text', '<p>Loading</p>', '<p class="ready">Loading</p>', 'text'],
  [
    'a class in content, as of slides',
    `<p>${'Slide '.repeat(50)}</p>`,
    `<p class="present">${'Slide '.repeat(50)}</p>`,
    'more',
  ],
  ['text', '<p>Loading</p>', '<p>Loaded</p>', 'more'],
  ['an image', '<p>Loading</p>', '<p>Loading</p><img src="a.png">', 'more'],
  [
    'a shadow tree',
    '<x-app></x-app>',
    '<x-app><template shadowrootmode="open"><p>Loaded</p></template></x-app>',
    'more',
  ],
]

for (const [what, shell, body, shown] of CASES) {
  test(`${what}: ${shown}`, () => expect(shellShown(page(shell), body)).toBe(shown))
}

test('a fragment that names an element is a place of the page', () => {
  const shell = page('<h2 id="intro">Intro</h2><a name="end"></a>')
  expect(['#intro', '#end', '#', '#other', '#!/intro'].map((one) => isPlace(shell, one))).toEqual([
    ...[true, true, true, false, false],
  ])
})
