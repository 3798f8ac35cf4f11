/**
 * Ten times as many cold pages as can be rendered: how much is still rendered, how soon the rest is turned away, and whether
 * what needs no rendering is answered all the same. Requests come by the clock, not when the last one is answered.
 */
import { Agent, request } from 'node:http'
import { startChild } from '../../fixtures/site/child.ts'
import { uglyUrl } from '../../fixtures/site/site.ts'
import { quartiles } from '../report.ts'
import type { Finding } from '../serve.ts'

const SECONDS = 8
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

interface Answered {
  readonly status: number
  readonly time: number
}

const get = (url: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    request(url, { agent }, (response) => {
      const time = performance.now() - started
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, time }))
    })
      .on('error', reject)
      .end()
  })

export async function overload(): Promise<Finding> {
  const child = await startChild()
  let next = 0
  const cold = () => uglyUrl(child.url, `/heavy/${next++}`)
  const kept = [
    uglyUrl(child.url, '/items/kept'),
    `${child.url}/robots.txt`,
    `${child.url}/sitemap.xml`,
    `${child.url}/`,
    `${child.url}/healthz`,
  ]
  for (const url of kept) await get(url)

  const capacity = await closedLoop(cold, 4)
  const answers: Promise<Answered>[] = []
  const others: Promise<Answered>[] = []
  const started = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - started) / 1000
      while (answers.length < elapsed * capacity * 10) answers.push(get(cold()))
      while (others.length < elapsed * 50)
        others.push(get(kept[others.length % kept.length] as string))
      if (elapsed < SECONDS) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  const elapsed = (performance.now() - started) / 1000
  const done = await Promise.all(answers)
  const spared = await Promise.all(others)
  child.process.kill('SIGTERM')
  await child.ended

  const good = done.filter(({ status }) => status === 200)
  const shed = done.filter(({ status }) => status === 503)
  const goodput = good.length / elapsed / capacity
  const failed = done.length - good.length - shed.length
  const unspared = spared.filter(({ status }) => status !== 200).length
  // To a page that is kept, at the same moment: what the machine and the client cost is in both.
  const medianOf = (times: readonly Answered[]) => quartiles(times.map(({ time }) => time)).median
  const toKept = medianOf(shed) / medianOf(spared)
  const text = `Ten times the capacity for ${SECONDS} s: goodput ${(goodput * 100).toFixed(0)} % of capacity, ${((100 * shed.length) / done.length).toFixed(0)} % turned away with 503, ${failed} failed; being turned away takes ${toKept.toFixed(2)}x the time of a kept page; of ${spared.length} requests for kept pages, robots.txt, sitemap.xml, the app and health, ${unspared} were not answered 200.`
  const missed = [
    ...(goodput < 0.9 ? [`goodput is ${goodput.toFixed(2)} of capacity, wanted 0.9`] : []),
    ...(failed + unspared > 0 ? ['requests failed that should not'] : []),
    ...(toKept > 2 ? [`turning away takes ${toKept.toFixed(1)}x a kept page, wanted 2x`] : []),
  ]
  return { text, missed }
}

/** How many cold pages a second there are when somebody always waits for one, and nobody more than that. */
async function closedLoop(cold: () => string, clients: number): Promise<number> {
  const until = performance.now() + 4000
  let count = 0
  const client = async () => {
    while (performance.now() < until) {
      await get(cold())
      count += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return count / 4
}
