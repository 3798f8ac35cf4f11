// The entry of a worker process for pages of route tables; the pool starts it.
// SIDE EFFECT on import: installs the DOM, before any module of the app, then serves jobs.

import { openWorkerChannel } from './worker-channel.ts'

const channel = await openWorkerChannel()
try {
  const file = new URL('../../render.cjs', import.meta.url)
  const { runTableProgram } = await channel.compiler.run<typeof import('./table-program.ts')>(file)
  await runTableProgram(channel, {
    importNative: (url) => import(url),
    ownFolder: new URL('../../../', import.meta.url),
  })
} catch (error) {
  channel.fail(error)
}
