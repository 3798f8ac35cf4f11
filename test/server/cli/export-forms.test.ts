/** Where the site of an app at paths may be written. */
import { expect } from '@playwright/test'
import { checkForms } from '../../../server/cli/export-forms.ts'
import type { Config } from '../../../server/site/config.ts'
import { suite } from '../../run/suite.ts'

const test = suite('folders of an export')

const config: Config = { origin: 'https://a.test', assets: 'dist/client', pages: {} }

test('the files of the client are not copied into their own folder', () => {
  for (const paths of ['dist/client', 'dist/client/s'])
    expect(() => checkForms(config, { paths })).toThrow('choose a separate folder')
  expect(() => checkForms(config, { paths: 'dist/site' })).not.toThrow()
})
