/** Mutated requests over sockets at `hashbang serve` as a process of its own. */
import { connect } from 'node:net'
import { seededRandom } from '../../bench/report.ts'
import { BAD_INPUTS } from '../fixtures/bad-inputs.ts'
import { startChild } from '../fixtures/site/child.ts'
import { startBackend, uglyUrl } from '../fixtures/site/site.ts'
import { seed } from '../run/seed.ts'
import { mutants } from './mutate.ts'

const AT_A_TIME = 256
const HANG = 30_000
const QUIET = 50
const LAST = 'GET /healthz HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n'

const seeds = BAD_INPUTS.map(({ raw }) => raw.replaceAll(/⟪rep:([^:⟫]*):\d+⟫/g, '$1'))
const isShort = process.env.CI || process.env.LONG_PROPERTIES
const total = Number(process.argv[2]) || (isShort ? 100_000 : 1_000_000)
const source = mutants(seeds, seededRandom(seed))

const backend = await startBackend()
const child = await startChild()
const before = await (await fetch(uglyUrl(child.url, '/items/1'))).text()
const statuses = new Map<string, number>()
const found: string[] = []
let sent = 0

const send = (raw: string): Promise<void> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(child.port, '127.0.0.1', () =>
      socket.write(Buffer.from(raw + LAST, 'latin1')),
    )
    // A request that is not complete waits for more: it is told that there is no more.
    let told = false
    socket.setTimeout(QUIET, () => {
      if (told) {
        found.push(`neither answered nor closed: ${JSON.stringify(raw.slice(0, 500))}`)
        socket.destroy()
      }
      told = true
      socket.end()
      socket.setTimeout(HANG)
    })
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === '500') found.push(`answered 500: ${JSON.stringify(raw.slice(0, 500))}`)
      }
      resolve()
    })
  })

async function client(): Promise<void> {
  while (sent < total && found.length < 20 && child.process.exitCode === null) {
    sent += 1
    if (sent % 100_000 === 0 && process.stdout.isTTY) console.log(`${sent} sent`)
    await send(source.next().value)
  }
}

await Promise.all(Array.from({ length: AT_A_TIME }, client))
if (child.process.exitCode !== null) found.push(`the process ended with ${child.process.exitCode}`)
else {
  const after = await (await fetch(uglyUrl(child.url, '/items/1'))).text()
  if (after !== before) found.push('a page is not what it was before')
  for (const { msg } of child.log) {
    if (msg.startsWith('a worker was replaced')) found.push(msg)
  }
  child.process.kill('SIGTERM')
  if ((await child.ended) !== 0)
    found.push(
      `it did not end in good order: ${JSON.stringify(child.log.at(-1))} ${child.errors()}`,
    )
}
await backend.close()
const told = [...statuses].sort().map(([status, count]) => `${count} x ${status}`)
const verdict = found.length === 0 ? '0 crashes, 0 hangs' : `${found.length} found`
for (const one of found) console.error(one)
console.log(`${sent} mutated requests (seed ${seed}): ${verdict}; answers ${told.join(', ')}`)
process.exitCode = found.length === 0 ? 0 : 1
