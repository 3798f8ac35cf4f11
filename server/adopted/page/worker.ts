// A worker that shows pages of an adopted site. Node needs
// --experimental-vm-modules for `import()` in code that is made of text.
// SIDE EFFECT on import: installs the DOM, which must come before any script of the site, then
// serves jobs.

import { openWorkerChannel } from '../../snapshot/worker/worker-channel.ts'

const channel = await openWorkerChannel()
try {
  const file = new URL('../../adopt.cjs', import.meta.url)
  const { run } = await channel.compiler.run<typeof import('./program.ts')>(file)
  run(channel)
} catch (error) {
  channel.fail(error)
}
