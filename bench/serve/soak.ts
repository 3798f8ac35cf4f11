/**
 * Minutes of everything at once, on a process of its own: cached and cold pages, 304, HEAD, 404,
 * redirects, clients that leave. Memory and descriptors afterwards, divided by those after the
 * first quarter. SOAK_MINUTES says for how long: 3.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { startChild } from '../../test/fixtures/site/child.ts'
import { uglyUrl } from '../../test/fixtures/site/site.ts'
import { exactly } from '../harness/bars.ts'
import type { Results } from '../harness/publish.ts'

const MINUTES = Number(process.env.SOAK_MINUTES) || 3
const CLIENTS = 16

export async function soak(): Promise<Results> {
  const child = await startChild([], { CACHE_BYTES: String(4 * 2 ** 20) })
  const pid = child.process.pid ?? 0
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  const descriptors = () => readdirSync(`/proc/${pid}/fd`).length
  const idle = descriptors()
  let count = 0
  let failed = 0
  const kinds = [
    () => fetch(uglyUrl(child.url, '/big')),
    () => fetch(uglyUrl(child.url, '/big'), { headers: { 'if-none-match': '*' } }),
    () => fetch(uglyUrl(child.url, `/items/${count}`)),
    () => fetch(uglyUrl(child.url, `/element/${count}`)),
    () => fetch(uglyUrl(child.url, `/unknown/${count}`)),
    () => fetch(uglyUrl(child.url, '/old'), { redirect: 'manual' }),
    () => fetch(child.url, { method: 'HEAD' }),
    () =>
      fetch(uglyUrl(child.url, `/items/left${count}`), { signal: AbortSignal.timeout(1) }).catch(
        () => undefined,
      ),
  ]
  const loadFor = async (ms: number) => {
    const until = performance.now() + ms
    const client = async () => {
      while (performance.now() < until) {
        count += 1
        const ask = kinds[count % kinds.length]
        // A connection may be closed as a request is sent on it: clients ask again (RFC 9112
        // section 9.3.1).
        const response = await ask?.().catch(ask)
        await response?.arrayBuffer().catch(() => undefined)
        if (response && response.status >= 500) failed += 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }
  await loadFor((MINUTES * 60_000) / 4)
  const before = rss()
  await loadFor((MINUTES * 60_000 * 3) / 4)
  const growth = rss() / before
  // Longer than an idle connection is kept.
  await new Promise((resolve) => setTimeout(resolve, 7000))
  const left = descriptors() - idle
  const replaced = child.log.filter(({ msg }) => msg.startsWith('a worker was replaced')).length
  child.process.kill('SIGTERM')
  const code = await child.ended
  return {
    text: [
      `${MINUTES} minutes of ${CLIENTS} clients: ${failed} answers of 5xx, ${replaced} workers replaced; memory at the end ${growth.toFixed(2)}x that after the first quarter; ${left} descriptors more than before.`,
    ],
    bars: [
      { what: 'answers of 5xx', value: exactly(failed), most: 0, unit: '' },
      { what: 'memory at the end, of that after a quarter', value: exactly(growth), most: 1.15 },
      { what: 'descriptors that are left', value: exactly(left), most: 2, unit: '' },
      { what: 'exit code', value: exactly(Number(code)), most: 0, unit: '' },
    ],
  }
}
