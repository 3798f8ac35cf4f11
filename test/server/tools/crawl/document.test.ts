/** Documents as crawlers read them. */
import { expect } from '@playwright/test'
import { readDocument } from '../../../../server/tools/crawl/document.ts'
import { readFacts } from '../../../../server/tools/crawl/facts.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('document')

test('5,000 nested elements are read like any others', () => {
  const html = `<title>Deep</title>${'<div>'.repeat(5000)}<a href="#!/x">end</a>${'</div>'.repeat(5000)}<p>after`
  expect(readDocument(html)).toMatchObject({ title: 'Deep', links: ['#!/x'], text: 'end\nafter' })
  expect(readFacts(html, 'https://a.test/').text).toBe('end\nafter')
})
