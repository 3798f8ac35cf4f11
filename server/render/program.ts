// What a snapshot worker runs, as one module that is built into one file; see bundle/build.ts. SIDE EFFECT on import: installs the
// DOM, which comes before all else. Out: what the worker begins with.

import {
  evaluateModule,
  keepExports,
  setRegion,
  tellOfNetwork,
  waitForImport,
} from '../happy-dom/index.ts'
import { keptPackages } from '../modules/kept.ts'
import { builtApps, fileModules } from './app-source.ts'
import { serve } from './job-loop.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** What of Node's a script has none of. */
export interface OfNode {
  /** Imports by the rules of modules. */
  readonly importNative: (url: string) => Promise<object>
  /** The folder that holds this package's own modules. */
  readonly ownFolder: URL
}

/** Serves the jobs of a channel. */
export async function run(channel: WorkerChannel, ofNode: OfNode): Promise<void> {
  setRegion(channel.region)
  const { apps, compiler } = channel
  const kept = keptPackages(channel.kept)
  const modules = {
    ...{ ...ofNode, kept, compiler, keepExports },
    evaluate: evaluateModule,
    imported: waitForImport,
  }
  await serve(channel, builtApps(apps, fileModules(modules)))
}

// The worker of development runs the same program, over modules that Vite transforms.
export { evaluateModule, fileModules, keepExports, serve, setRegion, tellOfNetwork, waitForImport }
