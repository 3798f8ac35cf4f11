/** Documents as crawlers read them. */
import { expect } from '@playwright/test'
import { readDocument } from '../../../../server/tools/crawl/document.ts'
import { readFacts } from '../../../../server/tools/verify/page-facts.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('document')

test('5,000 nested elements are read like any others', () => {
  const html = `<title>Deep</title>${'<div>'.repeat(5000)}<a href="#!/x">end</a>${'</div>'.repeat(5000)}<p>after`
  expect(readDocument(html)).toMatchObject({ title: 'Deep', links: ['#!/x'], text: 'end\nafter' })
  expect(readFacts(html, 'https://a.test/').text).toBe('end\nafter')
})

test('a reader without scripts reads the content of noscript, others do not', () => {
  const html = '<title>App</title><body><noscript><p>Home <a href="/s/x">x</a></noscript><p>App'
  expect(readDocument(html, 'disabled')).toMatchObject({ links: ['/s/x'], text: 'Home x\nApp' })
  expect(readDocument(html)).toMatchObject({ links: [], text: 'App' })
})

test('a document that the parser would expand to a hundred million elements is read in part', () => {
  const bold = Array.from({ length: 2000 }, (_, n) => `<b id=${n}>`)
  const html = `<title>Bomb</title><p>first${bold.join('')}${'<p>x'.repeat(50_000)}`
  expect(readDocument(html)).toMatchObject({
    ...{ title: 'Bomb', isCut: true, text: expect.stringMatching(/^first\nx\n/) },
  })
  expect(readDocument('<p>x').isCut).toBe(false)
})
