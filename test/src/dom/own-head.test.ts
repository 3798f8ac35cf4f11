/** The app's own head, put back after the server's. */
import { deepEqual, equal } from 'playwright-test/taps'
import { restoreOwnHead } from '../../../src/dom/own-head.ts'
import { suite } from '../../run/suite.ts'

const test = suite('own-head')

const { head, documentElement } = document
let before = ''
test.beforeEach(() => {
  before = head.innerHTML
  documentElement.lang = 'de'
  const json = JSON.stringify({
    lang: 'en',
    tags: [
      ['title', {}, 'Site'],
      ['meta', { name: 'description', content: 'Of the <b>site' }, ''],
    ],
  })
  head.innerHTML = `<title data-hashbang>Page</title><meta data-hashbang name="description" content="p">
    <script type="application/json" id="hashbang-head">${json}</script>`
})
test.afterEach(() => {
  head.innerHTML = before
  documentElement.removeAttribute('lang')
})

const state = () => ({
  titles: [...document.querySelectorAll('title')].map(({ textContent }) => textContent),
  descriptions: [...document.querySelectorAll('meta[name=description]')].map((meta) =>
    meta.getAttribute('content'),
  ),
  lang: documentElement.lang,
})

const OWN = { titles: ['Site'], descriptions: ['Of the <b>site'], lang: 'en' }

test('the tags and the language of the shell take the place of those of the page, once', () => {
  restoreOwnHead()
  deepEqual(state(), OWN)
  restoreOwnHead()
  deepEqual(state(), OWN)
  equal(document.getElementById('hashbang-head'), null)
})

test('an element of the content that bears the id of the script is left alone', () => {
  document.getElementById('hashbang-head')?.remove()
  const imposter = document.createElement('div')
  imposter.id = 'hashbang-head'
  document.body.append(imposter)
  restoreOwnHead()
  equal(imposter.isConnected, true)
  imposter.remove()
})
