/** The tags of a page in its head, as the app finds them when it takes over. */
import { expect } from '@playwright/test'
import { headAt } from '../../../../server/snapshot/worker/table-document.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('table-document')

const own = ['<title>T</title>', '<meta name="a">', '<style>/* <meta name="b"> */</style>']
const address = { state: '/a', url: 'http://app.test/', scheme: undefined, feed: '<link rel="f">' }

test('tags of the page are marked for the app, and tags in their text are not', () => {
  expect(headAt(own, '<script></script>', { ...address, form: 'people' })).toBe(
    '<title>T</title><meta data-hashbang name="a"><style>/* <meta name="b"> */</style><link data-hashbang rel="f"><script></script>',
  )
})
