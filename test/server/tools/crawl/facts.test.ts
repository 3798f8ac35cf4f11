/** What markup says, read without styles. */
import { expect } from '@playwright/test'
import { readFacts } from '../../../../server/tools/crawl/facts.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('facts of a page')

test('what is read of markup alone leaves out what it says is hidden, and has shadow trees in place', () => {
  const { text, headings, links } = readFacts(
    '<title>T</title><x-a><template shadowrootmode="open"><h1>A</h1><slot></slot>' +
      '<x-b><template shadowrootmode="closed">b</template></x-b></template>' +
      '<a href="/c">c</a></x-a>' +
      '<h2 hidden>no</h2><p style="top: 0; display:none">no</p><p hidden="until-found">yes</p><template>no</template>',
    'https://a.test/',
  )
  expect([text, headings, links]).toEqual(['A\nb\nc\nyes', ['h1 A'], ['c <https://a.test/c>']])
})
