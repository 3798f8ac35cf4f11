/** The files of readable addresses. */
import { expect } from '@playwright/test'
import { readableFile } from '../../../server/site/state-files.ts'
import { suite } from '../../run/suite.ts'
import { list, rows } from '../helpers/rows.ts'

const test = suite('files of readable addresses')

for (const [href, file] of rows`
  /s/                   | index.html
  /s/word/ajax          | word/ajax/index.html
  /s/na%C3%AFve%20art   | naïve art/index.html
  /s/a/!2E!2E/b         | a/!2E!2E/b/index.html
  /s/word/ajax/         | word/ajax/index.html
  /s/!63!6F!6E          | !63!6F!6E/index.html
`)
  test(`the readable address ${href} has the file ${file}`, () =>
    expect(readableFile('/s/', href)).toBe(file))

for (const href of list`/s/a?q=1 | /s/index.html | /s/a%00 | /s/con | /s/${'x'.repeat(300)} | /`)
  test(`the readable address ${href.slice(0, 30)} has no file`, () =>
    expect(readableFile('/s/', href)).toBeNull())

for (const [href, file] of rows`
  /s/             | index.html
  /s/word/ajax    | word/ajax.html
  /s/a/index      | null
  /s/a.html       | null
`)
  test(`as a file beside a folder, the readable address ${href} is ${file}`, () =>
    expect(String(readableFile('/s/', href, 'html'))).toBe(file))
