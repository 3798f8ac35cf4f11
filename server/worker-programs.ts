// The programs of worker processes, built into one script, which snapshot/worker/worker-entry.ts
// runs. SIDE EFFECT on import: installs the DOM, before modules that define elements.

import './dom/install-on-import.ts'

export { runAdoptedProgram as adopted } from './adopted/page/adopted-program.ts'
export { runTableProgram as table } from './snapshot/worker/table-program.ts'
export { runDevProgram as development } from './vite/dev-program.ts'
