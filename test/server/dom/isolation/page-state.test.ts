/** Each page has its own state, which ends with it. */
import { expect } from '@playwright/test'
import { PageState, perPage } from '../../../../server/dom/isolation/page-state.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('page state')

const names = perPage(() => new Set<string>())

test('a part is made once a page, and a page has none of the page before', () => {
  new PageState('open').enter()
  names().add('one')
  expect([...names()]).toEqual(['one'])
  new PageState('open').enter()
  expect([...names()]).toEqual([])
})

test('a part that holds more than memory ends with its page, once', () => {
  const ended: string[] = []
  const held = perPage((page) => {
    page.atEnd(() => ended.push(page.seed))
    return {}
  })
  new PageState('open', '/first').enter()
  held()
  held()
  new PageState('over').enter()
  new PageState('open', '/second').enter()
  new PageState('over').enter()
  expect(ended).toEqual(['/first'])
})
