/**
 * The facts that the Vite plugin knows of a build reach the server, with any configuration of the
 * pages.
 */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readBuildFacts, readManifest } from '../../../server/site/manifest.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('manifest')

const BUILD = {
  versions: {},
  base: '/',
  assets: 'client',
  immutable: ['assets/a.js'],
  kept: ['d3'],
  pages: { '/': { shell: 'client/index.html', app: 'worker/pages/app.js' } },
}

const written = () => folderWith({ 'hashbang.json': JSON.stringify(BUILD) })

const pagesOf = (app: string) => ({ '/': { shell: 'index.html', app } })

test('the settings of a manifest have absolute paths, and its facts are no settings', async () => {
  const folder = await written()
  expect(readManifest(join(folder, 'hashbang.json'))).toEqual({
    ...{ base: '/', assets: join(folder, 'client') },
    pages: {
      '/': { shell: join(folder, 'client/index.html'), app: join(folder, 'worker/pages/app.js') },
    },
  })
})

test('the facts of a page come from the build of its module', async () => {
  const folder = await written()
  const none = { kept: [] }
  expect(readBuildFacts(pagesOf(join(folder, 'worker/pages/app.js')))).toEqual({
    ...{ immutable: ['assets/a.js'], kept: ['d3'] },
  })
  expect(readBuildFacts(pagesOf(join(folder, 'worker/other.js')))).toEqual(none)
  expect(readBuildFacts({ '/': { site: folder } })).toEqual(none)
})
