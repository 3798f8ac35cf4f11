/** Who prefers Markdown to HTML, by `Accept`. */
import { expect } from '@playwright/test'
import { prefersMarkdown } from '../../../server/http/accept-markdown.ts'
import { suite } from '../../run/suite.ts'

const test = suite('accept-markdown')

const ACCEPTS: [accept: string | undefined, prefers: boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/markdown', true],
  ['TEXT/Markdown', true],
  ['text/markdown;charset=utf-8', true],
  ['text/markdown, text/html', true],
  ['text/html, text/markdown', false],
  ['text/markdown;q=0.5, text/html', false],
  ['text/markdown, text/html;q=0.5', true],
  ['text/markdown;q=0.9, */*;q=0.1', true],
  ['text/markdown, */*', true],
  ['text/markdown;q=0', false],
  ['text/html;q=0, */*', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['application/json', false],
  [';;;,,,=', false],
  [`${'a/b,'.repeat(5000)}text/markdown`, false],
]
for (const [accept, prefers] of ACCEPTS) {
  test(`"${accept?.slice(0, 40)}" ${prefers ? 'prefers' : 'does not prefer'} Markdown`, () => {
    expect(prefersMarkdown(accept)).toBe(prefers)
  })
}
