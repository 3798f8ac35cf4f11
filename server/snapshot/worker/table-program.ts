// The program of a worker for pages of route tables. SIDE EFFECT on import: installs the DOM.

import '../../dom/install-on-import.ts'
import { pathToFileURL } from 'node:url'
import { ON_HINT } from '../../../src/checked-outcomes.ts'
import { REFUSE_START } from '../../../src/diagnostics.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { CHECK } from '../../../src/html.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { mapStack } from '../../diagnostics/source-maps.ts'
import {
  evaluateModule,
  isBackground,
  keepExports,
  setRegion,
  waitForImport,
} from '../../dom/index.ts'
import { checkTemplate } from '../../html/check-template.ts'
import type { FileAddresses } from '../modules/file-host.ts'
import { keptPackages } from '../modules/kept-packages.ts'
import { builtApps, type FileModules, fileModules } from './app-source.ts'
import { reportHint } from './page-table.ts'
import { serveJobs } from './serve-jobs.ts'
import { openTablePages } from './table-pages.ts'
import type { WorkerChannel } from './worker-channel.ts'

export async function runTableProgram(channel: WorkerChannel): Promise<void> {
  prepareTablePages(channel)
  const open = fileModules({ ...tableModules(channel), addresses: fileAddresses(channel) })
  const urls = channel.apps.map(([path, file]) => [path, pathToFileURL(file).href] as const)
  serveJobs(channel, await openTablePages(channel, builtApps(urls, open)))
}

/** Call it before any module of an app is evaluated. */
export function prepareTablePages({ region }: WorkerChannel): void {
  setRegion(region)
  customElements.define('hashbang-outlet', HashbangOutlet)
  Object.assign(globalThis, {
    [CHECK]: checkTemplate,
    [REFUSE_START]: refuseStart,
    [ON_HINT]: reportHint,
  })
}

/** The options of loading that production and development share. */
export const tableModules = ({ compiler, importNative, kept }: WorkerChannel): FileModules => ({
  compiler,
  importNative,
  keepExports,
  kept: keptPackages(kept),
  evaluate: evaluateModule,
  imported: waitForImport,
})

/**
 * Finds the address that a browser has for a file: one that the site serves, or one of the workers'
 * build, which lies as the client's does. Packages keep their files, and so does a context's code.
 */
function fileAddresses({ mounts, apps, assets }: WorkerChannel): FileAddresses {
  const { base = '/' } = assets ?? {}
  const folders = [
    ...mounts.filter(({ site }) => site.startsWith('file:')),
    ...apps.map(([, file]) => ({ site: new URL('./', pathToFileURL(file)).href, base })),
  ].map(({ site, base }) => ({ folder: site.replace(/\/?$/, '/'), base }))
  return {
    of(url) {
      if (isBackground() || url.includes('/node_modules/')) return undefined
      const mount = folders.find(({ folder }) => url.startsWith(folder))
      return mount && new URL(mount.base + url.slice(mount.folder.length), location.href).href
    },
    fileAt(address) {
      if (!/^https?:/.test(address)) return undefined
      const addressOf = ({ base }: { base: string }) => new URL(base, location.href).href
      const { href } = new URL(address)
      const mount = folders.find((one) => href.startsWith(addressOf(one)))
      return mount && mount.folder + href.slice(addressOf(mount).length)
    },
  }
}

/** The frame after those of `start`. */
const CALLER = /(?:^ +at start .*\n)+ +at (?:.*\()?(?:file:\/\/)?(.*:\d+):\d+\)?$/m

/** The worker shows the page in the outlet that a router would take. */
function refuseStart(): never {
  const [, caller] = CALLER.exec(mapStack(new Error().stack ?? '')) ?? []
  throw new TypeError(diagnosis('HB123', caller))
}
