// The last step of `npm run site`: adds the client's files to the exported pages in dist/site, and
// writes sitemap.xml, robots.txt, llms.txt and llms-full.txt. Any host of files serves the folder.
import { execFileSync } from 'node:child_process'
import { cpSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const SITE = import.meta.dirname
const OUT = join(SITE, 'dist/site')
/** As in routes.ts. */
const PREFIX = '/docs/'
const BIN = join(SITE, '../../dist/server/cli/main.js')

const hashbang = (...args) =>
  execFileSync(process.execPath, [BIN, ...args], { cwd: SITE, stdio: 'inherit' })

cpSync(join(SITE, 'dist/client'), OUT, {
  recursive: true,
  filter: (path) => path !== join(SITE, 'dist/client/index.html'),
})
// The page of the empty state is the site's own.
renameSync(join(OUT, PREFIX, 'index.html'), join(OUT, 'index.html'))
hashbang('sitemap', '--out', OUT)
hashbang('robots', '-o', join(OUT, 'robots.txt'))
hashbang('llms', '-o', join(OUT, 'llms.txt'))
hashbang('llms', '--full', '-o', join(OUT, 'llms-full.txt'))
