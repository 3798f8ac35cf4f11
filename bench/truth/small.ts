/** Builds the app of the test: the kinds whose views need no package but this repository's own. */
import { cpSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { KINDS, type Kind } from './project/kinds.ts'
import { builtSite, type TruthSite } from './sites.ts'

// Inside the package, so that the project finds it by its name.
const CACHE = join(import.meta.dirname, '../../.cache')

/** The kinds that `project/small.ts` has views of. */
const VIEWS =
  /^(html|dom|lit|preact|react|svelte|vue)\/note$|^(html|dom|lit|react|svelte|vue)\/own$|^html\/plain$/

export const SMALL: readonly Kind[] = KINDS.filter(({ view }) => VIEWS.test(view))

/** @returns The site, and the folder to remove after use. */
export async function buildSmall(): Promise<{ site: TruthSite; folder: string }> {
  mkdirSync(CACHE, { recursive: true })
  const root = mkdtempSync(join(CACHE, 'truth-small-'))
  const isOwn = (file: string) => !/^package(-lock)?\.json$/.test(basename(file))
  cpSync(join(import.meta.dirname, 'project'), root, { recursive: true, filter: isOwn })
  renameSync(join(root, 'small.ts'), join(root, 'app.ts'))
  const builder = await createBuilder({
    configFile: false,
    root,
    logLevel: 'error',
    cacheDir: join(root, '.vite'),
    plugins: [vue(), svelte(), hashbang({ app: 'app.ts' })],
  })
  await builder.buildApp()
  return { site: builtSite(root, SMALL), folder: root }
}
