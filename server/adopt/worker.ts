// A worker that shows a page of an adopted site: its own document, scripts and requests. SIDE EFFECT on import: installs the DOM,
// which must come before any script of the site, then serves one job. What it runs is one file, as it is started for each page.
// Node is started with --experimental-vm-modules, by which module scripts of a page are linked.

import { openWorkerChannel } from '../render/worker-channel.ts'

const channel = openWorkerChannel()
try {
  const file = new URL('../adopt.cjs', import.meta.url)
  const { run } = await channel.compiler.run<typeof import('./program.ts')>(file)
  run(channel)
} catch (error) {
  channel.fail(error)
}
