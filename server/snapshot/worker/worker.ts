// A snapshot worker: a process with its own DOM, which evaluates the app's modules for
// each page.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then
// serves jobs.
// Start data: the app module of each page, as [path, file].

import { openWorkerChannel } from './worker-channel.ts'

const channel = await openWorkerChannel()
try {
  const file = new URL('../../render.cjs', import.meta.url)
  const { run } = await channel.compiler.run<typeof import('./program.ts')>(file)
  await run(channel, {
    importNative: (url) => import(url),
    ownFolder: new URL('../../../', import.meta.url),
  })
} catch (error) {
  channel.fail(error)
}
