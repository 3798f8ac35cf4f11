// The last step of `npm run site`: adds the client's files, robots.txt, llms.txt and llms-full.txt
// to the exported pages in dist/site, and writes sitemap.xml. Any host of files serves the folder.
import { execFileSync } from 'node:child_process'
import { cpSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const SITE = import.meta.dirname
const OUT = join(SITE, 'dist/site')
/** As in routes.ts. */
const PREFIX = '/docs/'
const BIN = join(SITE, '../../dist/server/cli/main.js')

cpSync(join(SITE, 'dist/client'), OUT, {
  recursive: true,
  filter: (path) => path !== join(SITE, 'dist/client/index.html'),
})
// The page of the empty state is the site's own.
renameSync(join(OUT, PREFIX, 'index.html'), join(OUT, 'index.html'))
for (const name of ['robots.txt', 'llms.txt', 'llms-full.txt'])
  renameSync(join(OUT, PREFIX, name), join(OUT, name))
execFileSync(process.execPath, [BIN, 'sitemap', '--out', OUT], { cwd: SITE, stdio: 'inherit' })
