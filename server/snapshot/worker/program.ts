// The program of a snapshot worker, built into one file (bundle/build.ts). SIDE EFFECT on import:
// installs the DOM and the template check, before any module of the app.

import '../../dom/install-on-import.ts'
import { pathToFileURL } from 'node:url'
import { REFUSE_START } from '../../../src/diagnostics.ts'
import { CHECK } from '../../../src/html.ts'
import { noteSourceMap } from '../../diagnostics/source-maps.ts'
import {
  evaluateModule,
  keepChanges,
  keepExports,
  onNetworkUse,
  setRegion,
  waitForImport,
} from '../../dom/index.ts'
import { checkTemplate } from '../../html/check-template.ts'
import { keptPackages } from '../modules/kept.ts'
import { builtApps, fileModules } from './app-source.ts'
import { serveJobs } from './job-loop.ts'
import { refuseStart } from './refuse-start.ts'
import { openTablePages } from './table-pages.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface OfNode {
  readonly importNative: (url: string) => Promise<object>
  /** The folder of this package's own modules. */
  readonly ownFolder: URL
}

Object.assign(globalThis, { [CHECK]: checkTemplate, [REFUSE_START]: refuseStart })

export async function run(channel: WorkerChannel, ofNode: OfNode): Promise<void> {
  setRegion(channel.region)
  const { apps, compiler } = channel
  const kept = keptPackages(channel.kept)
  const modules = {
    ...{ ...ofNode, kept, compiler, keepExports },
    evaluate: evaluateModule,
    imported: waitForImport,
  }
  const urls = apps.map(([path, file]) => [path, pathToFileURL(file).href] as const)
  serveJobs(channel, await openTablePages(channel, builtApps(urls, fileModules(modules))))
}

// The development worker runs the same program over modules that Vite transforms.
export {
  builtApps,
  evaluateModule,
  fileModules,
  keepChanges,
  keepExports,
  noteSourceMap,
  onNetworkUse,
  openTablePages,
  serveJobs,
  setRegion,
  waitForImport,
}
