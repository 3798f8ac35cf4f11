/**
 * Measures the cost of an export as a site grows: memory and CPU time for each state, at a tenth of
 * the states and at all of them. Pages are hashed and discarded. A sample in four shards is
 * compared with one run of it. Its processes are killed a fixed number of times, at random shares
 * of their states: kills by the clock never end on a busy machine. `npm run bench -- export
 * 10000000 200000` for the full numbers.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exactly } from './harness/bars.ts'
import { publish } from './harness/publish.ts'
import { seededRandom, versions } from './report.ts'

const MIB = 2 ** 20
const SHARDS = 4
/** How often the process of each is killed. */
const KILLS = 5
/**
 * So many pages fit into memory three times: files that are synced one by one would measure a disk.
 */
const IN_MEMORY = 300_000
const states = Number(process.argv[2] ?? 300_000)
const sample = Number(process.argv[3] ?? 5000)

/** The result of one process of an export, until it ends or is killed. */
interface Outcome {
  readonly isEnded: boolean
  readonly peak: number
  /** The processor's, in ms. */
  readonly time: number
  readonly resumed: number
}

const child = new URL('./export/child.ts', import.meta.url).pathname

/** Runs one, till it ends or is killed: once it has come to so many states. */
function exported(
  args: readonly string[],
  at: number = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const running = spawn(process.execPath, [...process.execArgv, child, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = { done: 0, peak: 0, time: 0, resumed: 0 }
  createInterface({ input: running.stdout }).on('line', (line) => {
    last = { ...last, ...JSON.parse(line) }
    if (last.done >= at) running.kill('SIGKILL')
  })
  return new Promise((resolve, reject) => {
    running.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ ...last, isEnded: code === 0 })
      else reject(new Error(`an export ended with ${code}`))
    })
  })
}

const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`
const each = ({ time }: { readonly time: number }, count: number) => time / count
const whole = (count: number) => count.toLocaleString('en')

const random = seededRandom(Number(process.env.SEED ?? 1))
const shares = () => Array.from({ length: KILLS }, random).sort((a, b) => a - b)

/** All lives of one. */
async function lives(args: readonly string[], count: number, shares: readonly number[]) {
  const sum = { peak: 0, time: 0, resumed: 0, kills: 0 }
  for (const share of [...shares, Number.POSITIVE_INFINITY]) {
    const { peak, time, resumed, isEnded } = await exported(args, share * count)
    sum.peak = Math.max(sum.peak, peak)
    sum.time += time
    sum.resumed += resumed
    if (isEnded) break
    sum.kills += 1
    console.log(`${args.join(' ')}: killed at ${(share * 100).toFixed(1)} %, ${mib(peak)}`)
  }
  return sum
}

const isInMemory = existsSync('/dev/shm') && sample <= IN_MEMORY
const root = await mkdtemp(join(isInMemory ? '/dev/shm' : tmpdir(), 'bench-export-'))
const big = await mkdtemp(join(tmpdir(), 'bench-export-'))
try {
  let [kills, resumed] = [0, 0]
  for (let index = 1; index <= SHARDS; index++) {
    const args = [join(root, 'parts'), `${sample}`, `${index}/${SHARDS}`, 'keep']
    const part = await lives(args, sample / SHARDS, shares())
    kills += part.kills
    resumed += part.resumed
  }
  await exported([join(root, 'one'), `${sample}`, '-', 'keep'])
  const filesOf = (name: string) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
  const contentOf = (name: string, file: string) => {
    const path = join(root, name, file)
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'latin1') : ''
  }
  const files = [...new Set([...filesOf('one'), ...filesOf('parts')])]
  const differing = files.filter(
    (file) => contentOf('one', file) !== contentOf('parts', file),
  ).length
  console.log(`${whole(sample)} in shards, killed ${kills} times: ${differing} files differ`)

  const measure = async (count: number) => {
    const folder = join(big, `${count}`)
    const one = await exported([folder, `${count}`, '-', 'discard'])
    await rm(folder, { recursive: true })
    console.log(
      `${whole(count)}: ${mib(one.peak)}, ${(each(one, count) * 1000).toFixed(0)} us of the processor each`,
    )
    return one
  }
  const few = await measure(states / 10)
  const all = await measure(states)
  const ratio = each(all, states) / each(few, states / 10)
  publish({
    name: 'export',
    text: [
      `An export of ${whole(states)} generated states as html views, pages discarded after they were hashed; and ${whole(sample)} of them in ${SHARDS} shards of one folder, whose processes were killed ${kills} times, ${whole(resumed)} states taken up.`,
      `| states | resident memory, most | processor time for each |
| ---: | ---: | ---: |
| ${whole(states / 10)} | ${mib(few.peak)} | 1.00x |
| ${whole(states)} | ${mib(all.peak)} | ${ratio.toFixed(2)}x |`,
    ],
    bars: [
      { what: 'most resident memory', value: exactly(all.peak / MIB), most: 250, unit: ' MiB' },
      {
        what: 'memory, of that at a tenth of the states',
        value: exactly(all.peak / few.peak),
        most: 1.3,
      },
      {
        what: 'processor time for a state, of that at a tenth of the states',
        value: exactly(ratio),
        most: 1.3,
      },
      {
        what: 'files that differ between the shards and one run',
        value: exactly(differing),
        most: 0,
        unit: '',
      },
    ],
    versions: versions([]),
  })
} finally {
  await rm(root, { recursive: true })
  await rm(big, { recursive: true })
}
