/** Which paths are files of a folder; a state that no disk could have as a name is none, and no error either. */
import { expect } from '@playwright/test'
import { assetPaths, fileName } from '../../../server/site/public-files.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'
import { list } from '../helpers/rows.ts'

const test = suite('asset-paths')

const ASSETS = list`/docs/a.txt | /docs/%61.txt | /docs/assets/missing.js`
const PAGES = list`
  /docs/b.txt | /docs/../secret | /docs/%2e%2e/secret | /docs/%00 | /docs/%
  /docs/${'x'.repeat(256)} | /docs/${encodeURIComponent('語'.repeat(86))}
  /docs/${'x/'.repeat(5000)} | /docs/${'x'.repeat(5000)}
`

test('a path is a file of the folder, or below a folder of the build, or a page', async () => {
  const isAsset = assetPaths(await folderWith({ 'a.txt': 'a', 'assets/app.js': '' }), '/docs/')
  expect([...ASSETS, ...PAGES].filter((path) => isAsset(path))).toEqual(ASSETS)
})

test('the longest name that a disk takes is one', () => {
  const [long, kanji] = [`/${'x'.repeat(255)}`, `/${'語'.repeat(85)}`]
  expect([long, encodeURI(kanji), `${long}x`].map(fileName)).toEqual([long, kanji, undefined])
})
