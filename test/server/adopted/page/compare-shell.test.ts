/** Pages that show the content of their HTML before any script has run. */
import { expect } from '@playwright/test'
import { compareWithShell, isElementId } from '../../../../server/adopted/page/compare-shell.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('compare shell')

const page = (body: string) =>
  `<!doctype html><html><head><title>T</title></head><body>${body}<script src="app.js"></script></body></html>`

const SLIDES = 'Slide '.repeat(50)
const SHADOW = '<template shadowrootmode="open"><p>Loaded</p></template>'

for (const [shown, change, shell, body] of rows`
  untouched | the same                | <p>Loading</p>  | <p>Loading</p>
  untouched | space, and empty frames | <p>Loading</p>  | <p> Loading</p><iframe style="width: 0px"></iframe>
  text      | a class of a short text | <p>Loading</p>  | <p class="ready">Loading</p>
  more      | a class in content      | <p>${SLIDES}</p> | <p class="present">${SLIDES}</p>
  more      | another text            | <p>Loading</p>  | <p>Loaded</p>
  more      | an image                | <p>Loading</p>  | <p>Loading</p><img src="a.png">
  more      | a shadow tree           | <x-app></x-app> | <x-app>${SHADOW}</x-app>
`) {
  test(`${change}: ${shown}`, () => expect(compareWithShell(page(shell), body)).toBe(shown))
}

test('a fragment that names an element is a place of the page', () => {
  const shell = page('<h2 id="intro">Intro</h2><a name="end"></a>')
  const places = ['#intro', '#end', '#', '#other', '#!/intro'].filter((one) =>
    isElementId(shell, one),
  )
  expect(places).toEqual(['#intro', '#end', '#'])
})
