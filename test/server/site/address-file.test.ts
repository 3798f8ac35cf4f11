/** The files of readable addresses. */
import { expect } from '@playwright/test'
import { readableFile } from '../../../server/site/address-file.ts'
import { suite } from '../../run/suite.ts'

const test = suite('files of readable addresses')

const FILES: [href: string, file: string | null][] = [
  ['/s/', 'index.html'],
  ['/s/word/ajax', 'word/ajax/index.html'],
  ['/s/na%C3%AFve%20art', 'naïve art/index.html'],
  ['/s/a/!2E!2E/b', 'a/!2E!2E/b/index.html'],
  ['/s/word/ajax/', 'word/ajax/index.html'],
  ['/s/!63!6F!6E', '!63!6F!6E/index.html'],
  ['/s/a?q=1', null],
  ['/s/index.html', null],
  ['/s/a%00', null],
  ['/s/con', null],
  [`/s/${'x'.repeat(300)}`, null],
  ['/', null],
]
for (const [href, file] of FILES) {
  test(`the readable address ${href.slice(0, 30)} has ${file === null ? 'no file' : `the file ${file}`}`, () => {
    expect(readableFile('/s/', href)).toBe(file)
  })
}
