/**
 * Requests in a second of CPU time of one process that answers a cached page of 20 KB, and 304 for
 * it, divided by those of node:http answering "hello world" in the same round; beside it nginx with
 * the same page as a file, and with its own cache before the server, as the guide says. The order
 * changes every round. By the clock the client would be measured, too.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startChild } from '../../test/fixtures/site/child.ts'
import { startNginx } from '../../test/fixtures/site/nginx.ts'
import { uglyUrl } from '../../test/fixtures/site/site.ts'
import { findProgram } from '../../test/run/programs.ts'
import type { Bar } from '../harness/bars.ts'
import { timeOf } from '../harness/load.ts'
import type { Results } from '../harness/publish.ts'
import { quartiles, seededRandom, shuffle, write } from '../report.ts'

const ROUNDS = 15
const SECONDS = 1
const CONNECTIONS = 40

const HELLO_WORLD = 'node:http hello world'

const HELLO = `
const server = require('node:http').createServer((req, res) => res.end('hello world'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

interface Contestant {
  readonly name: string
  readonly url: string
  readonly pid: number
  readonly headers: Record<string, string>
  readonly rates: number[]
}

/** The servers that are compared, in the order of the table. */
interface Race {
  readonly contestants: readonly Contestant[]
  /** Bytes of the page. */
  readonly size: number
  stop(): Promise<void>
}

const [FILE, CACHE] = ['nginx, a file', "nginx's cache before the server"]

async function startRace(): Promise<Race> {
  const hello = spawn(process.execPath, ['-e', HELLO], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve) =>
    createInterface(hello.stdout).once('line', resolve),
  )
  const child = await startChild()
  const page = uglyUrl(child.url, '/big')
  const plain = { 'accept-encoding': 'identity' }
  const answer = await fetch(page, { headers: plain })
  const body = await answer.text()
  const etag = answer.headers.get('etag') ?? ''
  const pid = child.process.pid ?? 0
  const nginx = findProgram('nginx') === undefined ? undefined : await startCache(child.url, body)
  const contestants: Omit<Contestant, 'rates'>[] = [
    { name: HELLO_WORLD, url: `http://127.0.0.1:${port}/`, pid: hello.pid ?? 0, headers: plain },
    { name: 'cached 200', url: page, pid, headers: plain },
    { name: '304', url: page, pid, headers: { ...plain, 'if-none-match': etag } },
  ]
  if (nginx)
    contestants.push(
      { name: FILE, url: `${nginx.url}/big.html`, pid: nginx.pid, headers: plain },
      { name: CACHE, url: uglyUrl(nginx.url, '/big'), pid: nginx.pid, headers: plain },
    )
  return {
    contestants: contestants.map((contestant) => ({ ...contestant, rates: [] })),
    size: body.length,
    async stop() {
      child.process.kill('SIGTERM')
      hello.kill()
      await Promise.all([child.ended, nginx?.stop()])
    },
  }
}

/** nginx with the page as a file, and with its cache before the server. */
function startCache(server: string, body: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-bench-'))
  writeFileSync(join(folder, 'big.html'), body)
  return startNginx(
    (own: string) => `
    proxy_cache_path ${own}/cache levels=1:2 keys_zone=snapshots:10m max_size=1g inactive=1d use_temp_path=off;
    server {
      listen PORT;
      location = /big.html { root ${folder}; }
      location / {
        proxy_pass ${server};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_cache snapshots;
        proxy_cache_lock on;
        proxy_cache_background_update on;
      }
    }`,
  )
}

export async function throughput(): Promise<Results> {
  const { contestants, size, stop } = await startRace()
  const random = seededRandom(Number(process.env.SEED) || Date.now())
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { url, pid, headers, rates } of shuffle(contestants, random)) {
      const before = timeOf(pid)
      const requests = await countRequests(url, headers)
      const rate = requests / (timeOf(pid) - before)
      // The first round only warms up.
      if (round > 0) rates.push(rate)
    }
  }
  await stop()

  const ratesOf = (row: string) => contestants.find(({ name }) => name === row)?.rates ?? []
  const share = (row: string, of: string) =>
    quartiles(ratesOf(row).map((rate, round) => rate / (ratesOf(of)[round] ?? Number.NaN)))
  const ratio = (row: string) => share(row, HELLO_WORLD)
  const rows = contestants.map(({ name }) => name)
  const bar = (what: string, least: number): Bar => ({
    ...{ what, value: ratio(what), least, isCpu: true },
  })
  return {
    text: [
      `Requests in a second of the server's CPU time, divided by those of node:http's hello world in the same round (above 1: more), median of ${ROUNDS} rounds; a page of ${Math.round(size / 1024)} KB.`,
      {
        ...{ corner: 'server', rows, columns: ['ratio'], cell: ratio },
        axis: "requests in a second of CPU time, divided by those of node:http's hello world",
      },
      ...(rows.includes(CACHE)
        ? [
            `With its cache before the server nginx has ${write(share(CACHE, FILE))} of its own requests for a file.`,
          ]
        : []),
    ],
    bars: [bar('cached 200', 0.65), bar('304', 0.85)],
  }
}

async function countRequests(url: string, headers: Record<string, string>): Promise<number> {
  const wrk = findProgram('wrk')
  if (wrk === undefined) throw new Error('The bench needs wrk (Debian: apt-get install wrk)')
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const flags = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${SECONDS}s`, ...fields, url]
  const { stdout } = await promisify(execFile)(wrk, flags)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load: ${stdout}`)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}
