// The entry of a worker process for adopted pages; the pool starts it, with
// --experimental-vm-modules for `import()` in code made of text. SIDE EFFECT on import: installs
// the DOM, before any script of the site, then serves jobs.

import { openWorkerChannel } from '../../snapshot/worker/worker-channel.ts'

const channel = await openWorkerChannel()
try {
  const file = new URL('../../adopt.cjs', import.meta.url)
  const { runAdoptedProgram } =
    await channel.compiler.run<typeof import('./adopted-program.ts')>(file)
  runAdoptedProgram(channel)
} catch (error) {
  channel.fail(error)
}
