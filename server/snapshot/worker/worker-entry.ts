// The entry of a worker process, which the pool starts with the name of a program. The build makes
// one script of it, and one of the programs: Node loads modules one by one. SIDE EFFECT on import:
// installs the DOM, then serves jobs.

import { argv } from 'node:process'
import type { PoolProgram } from '../pool/pool-worker.ts'
import { openWorkerChannel, type WorkerProgram } from './worker-channel.ts'

/** Beside the script of this file. */
const PROGRAMS = new URL('worker-programs.cjs', import.meta.url)

type Programs = Readonly<Record<PoolProgram['name'], WorkerProgram>>

const name = argv[2] as PoolProgram['name']
void openWorkerChannel((url) => import(url)).then(async (channel) => {
  try {
    await channel.compiler.run<Programs>(PROGRAMS)[name](channel)
  } catch (error) {
    channel.fail(error)
  }
})
