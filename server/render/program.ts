// What a snapshot worker runs, as one module that is built into one file; see bundle/build.ts. SIDE EFFECT on import: installs the
// DOM, which comes before all else. Out: what the worker begins with.

import { setRegion, withSeed } from '../happy-dom/index.ts'
import type { AppModule } from '../site/app-module.ts'
import { serve } from './job-loop.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** Imports by the rules of modules, which a script has none of. */
export type ImportModule = (url: string) => Promise<AppModule>

/** Evaluates the modules of the app, and serves the jobs of a channel. */
export async function run(channel: WorkerChannel, importModule: ImportModule): Promise<void> {
  setRegion(channel.region)
  const load = async (path: string, url: string) => [path, await importModule(url)] as const
  const modules = () => Promise.all(channel.apps.map(([path, url]) => load(path, url)))
  await serve(channel, await withSeed(modules))
}
