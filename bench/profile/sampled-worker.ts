// Takes the profile of a worker that the server starts with its own flags, and with the sampler.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { commandOf, descendants } from '../adopt/memory.ts'
import type { Profile } from './shares.ts'

const SAMPLER = fileURLToPath(new URL('./sampler.cjs', import.meta.url))
/** In ms: until the sampler has heard a signal, and until it must have written. */
const HEARD = 300
const WRITTEN = 20_000

const folder = mkdtempSync(join(tmpdir(), 'hashbang-profile-'))
process.env.PROFILE_FOLDER = folder

/** Settings of a server whose workers can be sampled. */
export const SAMPLED = {
  workerEnv: ['PROFILE_FOLDER'],
  workerFlags: [
    ...[`--require=${SAMPLER}`, '--allow-inspector', '--disable-warning=SecurityWarning'],
    ...[`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`],
  ],
}

/** @returns The profiles of all workers, of which a spare has nothing to do. */
export async function profilesOf(work: () => Promise<unknown>): Promise<readonly Profile[]> {
  const workers = descendants(process.pid).filter((pid) => commandOf(pid).includes(SAMPLER))
  const signal = () => {
    for (const pid of workers) process.kill(pid, 'SIGUSR2')
  }
  signal()
  await setTimeout(HEARD)
  await work()
  signal()
  const profiles = await Promise.all(workers.map(written))
  rmSync(folder, { recursive: true })
  return profiles
}

async function written(pid: number): Promise<Profile> {
  const file = join(folder, `${pid}.json`)
  for (let waited = 0; !existsSync(file); waited += HEARD) {
    if (waited > WRITTEN) throw new Error(`The worker ${pid} has written no profile`)
    await setTimeout(HEARD)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}
