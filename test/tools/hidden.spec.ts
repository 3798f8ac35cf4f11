/** Text that is hidden is no content, neither of a page nor of its snapshot; what is in a declared shadow tree is. */
import { expect, test } from '@playwright/test'
import { verify } from '../../dist/server/tools/verify/run.js'
import { serveSite } from '../fixtures/sites/site.ts'

const settings = { sandbox: false, concurrency: 3, timeout: 60_000, pictures: 0 }

const HIDDEN: [what: string, isSame: boolean, page: string, snapshot: string][] = [
  ['by an attribute', true, '<b hidden>one</b>', '<b hidden>two</b>'],
  ['by a sheet', true, '<style>.x{display:none}</style><b class=x>one</b>', '<b></b>'],
  [
    'by a sheet, in the page alone',
    false,
    '<style>b{display:none}</style><b>one</b>',
    '<b>one</b>',
  ],
  [
    'by a sheet, in the snapshot alone',
    false,
    '<b>one</b>',
    '<style>b{display:none}</style><b>one</b>',
  ],
  [
    'but for what is visible in it',
    true,
    '<p style="visibility:hidden">one <b style="visibility:visible">two</b></p>',
    '<p><b>two</b></p>',
  ],
  ['as a dialog that is closed', true, '<dialog><h2>one</h2></dialog>', ''],
  [
    'by the sheet of a shadow tree',
    true,
    '<p><template shadowrootmode=open><style>b{display:none}</style>one <b>two</b></template>',
    '<p>one',
  ],
]
test('text that styles hide is no content, neither of the page nor of the snapshot', async () => {
  const site = await serveSite({}, (target) => {
    const { 1: number = '', 2: rest } = /^\/(\d+)(\?_esc.*)?$/.exec(target) ?? []
    const [, , page, snapshot] = HIDDEN[Number(number)] ?? []
    return `<!doctype html><title>T</title><h1>Page</h1>${rest ? snapshot : page}`
  })
  const urls = HIDDEN.map((_, at) => `${site.origin}/${at}#!/x`)
  const results = await verify({ ...settings, urls })
  expect(results.map(({ verdict }, at) => [HIDDEN[at]?.[0], verdict === 'same'])).toEqual(
    HIDDEN.map(([what, isSame]) => [what, isSame]),
  )
  site.close()
})
