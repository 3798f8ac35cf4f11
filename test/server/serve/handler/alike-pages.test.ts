/** States of an adopted page that all show the same: with errors none of it is theirs. */
import { expect } from '@playwright/test'
import { AlikePages } from '../../../../server/serve/handler/alike-pages.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('alike pages')

// States that are judged in turn, with what each shows; "!": it has reported errors.
for (const [what, judged, verdicts] of rows`
  a page that shows what all others show is lost, once two others are known
    | /a shell! /b shell! /c shell! /a shell! | unsure unsure lost lost
  one that shows something else is its own, and so are those beside it
    | /a shell! /b shell! /c content! /a shell! | unsure unsure own own
  a page without errors is its own, and the first page is one by both of its names
    | '' home / home! /b home! | own unsure unsure
`) {
  test(what, () => {
    const pages = new AlikePages()
    const said = [...judged.matchAll(/(\S+) (\w+)(!?)/g)].map(([, state = '', text = '', mark]) =>
      pages.judge('/', state === "''" ? '' : state, text, mark === '!'),
    )
    expect(said.join(' ')).toBe(verdicts)
    expect(pages.judge('/other', '/b', 'home', true)).toBe('unsure')
  })
}
