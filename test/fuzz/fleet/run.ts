// A fleet under load whose parts are killed, stalled, cut off and replaced, while editors change
// data and purge it.
import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '../../../bench/report.ts'
import { uglyUrl } from '../../fixtures/site/site.ts'
import { EVENTS, type EventName } from './events.ts'
import { type Door, type FleetServer, startFleet, startSource } from './parts.ts'
import { isBrief, PURGES, STATES, Truth } from './truth.ts'

/** Each changes states of its own only. */
const EDITORS = 5
/** Clients of nginx; each server has one of its own. */
const PROXIED = 6

/** So many states get half of the requests, or a busy machine would find no page in memory. */
const HOT = 4

/** Within this time each server obeys a purge that is complete, in ms. */
const OBEYS = 1000

/**
 * So much later nginx may still give a page that was purged: `Cache-Control` lets it keep the page
 * for 1 s (rounded up: 2), and use it for 3 s more; it counts whole seconds; and the answer itself
 * may have taken 10 s, with a slow source and a stalled server, so that its data was read before
 * the purge.
 */
const KEEPS = 16_000

export interface FleetResult {
  readonly found: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly told: string
}

export interface FleetOptions {
  readonly seconds: number
  /** It goes on until so many requests were answered, and each event has been. Default: 0. */
  readonly answers?: number
  readonly seed: number
  readonly tell?: (line: string) => void
}

export async function runFleet(options: FleetOptions): Promise<FleetResult> {
  const run = new Run(options.seed)
  try {
    return await run.run(options)
  } finally {
    await run.close()
  }
}

interface Answer {
  readonly id: number
  readonly by: string
  readonly begun: number
  readonly least: number
  readonly isBuild: (build: number) => boolean
  readonly status: number
  readonly text: string
}

interface Shown {
  readonly state?: number | undefined
  readonly version?: number | undefined
  readonly build?: number | undefined
}

function faultOf(answer: Answer, shown: Shown, late: number): string | undefined {
  const { state, version = 0, build = 0 } = shown
  if (answer.status !== 200) return `status ${answer.status}: ${answer.text.slice(0, 200)}`
  if (state !== answer.id) return `state ${state}`
  if (!answer.isBuild(build)) return `a page of build ${build}`
  return version < answer.least
    ? `version ${version}: ${answer.least} had been purged for, the next one ${late} ms before`
    : undefined
}

class Run {
  readonly #random: () => number
  readonly #truth = new Truth()
  readonly #found: string[] = []
  readonly #counts: Record<string, number> = {}
  readonly #last = new Map<string, string>()
  #going = true
  #source!: Awaited<ReturnType<typeof startSource>>
  #fleet!: Awaited<ReturnType<typeof startFleet>>

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  #below = (most: number): number => Math.floor(this.#random() * most)

  #state = (): number => this.#below(this.#below(2) === 0 ? HOT : STATES.length)

  #count(name: string, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by
  }

  #wrong(what: string): void {
    const last = [...this.#last].map(([name, when]) => `${name} ${when}`).join(', ')
    this.#found.push(`${new Date().toISOString()} ${what} (last: ${last})`)
  }

  async run({ seconds, answers = 0, seed, tell }: FleetOptions): Promise<FleetResult> {
    this.#source = await startSource((path) => this.#truth.text(STATES.indexOf(path)))
    this.#fleet = await startFleet(this.#source.url, (what) => this.#wrong(what))
    const { servers } = this.#fleet
    const work = [
      ...servers.map((server) => this.#again(() => this.#ask(server))),
      ...Array.from({ length: PROXIED }, () => this.#again(() => this.#askNginx())),
      ...Array.from({ length: EDITORS }, (_, at) => this.#again(() => this.#edit(at))),
    ]
    const until = Date.now() + seconds * 1000
    const isOver = () => Date.now() > until && (this.#counts.answers ?? 0) >= answers
    await Promise.all([
      this.#disturb(['kill', 'stall', 'sever', 'hold', 'deploy'], isOver, tell),
      this.#disturb(['redis', 'pause', 'slow', 'full', 'nginx', 'source'], isOver, tell),
    ])
    this.#going = false
    await Promise.all(work)
    await this.#compare()
    return { found: this.#found, counts: this.#counts, told: this.#told(seed) }
  }

  async close(): Promise<void> {
    this.#going = false
    await this.#fleet?.close()
    this.#source?.close()
  }

  async #again(work: () => Promise<void>): Promise<void> {
    while (this.#going) await work()
  }

  /** A request of one server, or of one that is cut off from Redis: there old pages would be. */
  async #ask(own: FleetServer): Promise<void> {
    const alone = this.#fleet.servers.find(({ isAlone }) => isAlone)
    const server = alone && this.#below(2) === 0 ? alone : own
    const id = this.#state()
    const [begun, wasDown, build] = [Date.now(), server.uptime.watch(), server.build]
    const least = this.#truth.least(id, begun - OBEYS)
    try {
      const response = await this.#get(server.url, id)
      const text = await response.text()
      const isBuild = (one: number) => one === build || one === server.build
      this.#judge({ id, by: server.door, begun, least, isBuild, status: response.status, text })
    } catch (error) {
      await this.#brokeOff(id, server.door, wasDown(), error)
    }
  }

  /** A request of nginx, which asks a server or has the page itself. */
  async #askNginx(): Promise<void> {
    const { servers, nginxUptime, nginxUrl } = this.#fleet
    const id = this.#state()
    const [begun, nginxWasDown] = [Date.now(), nginxUptime.watch()]
    const watched = servers.map(({ uptime }) => uptime.watch())
    const builds = servers.map(({ build }) => build)
    const least = this.#truth.least(id, begun - OBEYS - (isBrief(id) ? KEEPS : 0))
    try {
      const { status, headers, ...response } = await this.#get(nginxUrl, id).then(async (one) => ({
        status: one.status,
        headers: one.headers,
        text: await one.text(),
      }))
      const port = Number(/\d+$/.exec(headers.get('x-upstream') ?? '')?.[0])
      const at = servers.findIndex((one) => one.port === port)
      const isBuild = (one: number) =>
        at < 0
          ? this.#fleet.wasThere(one, begun - KEEPS)
          : one === builds[at] || one === servers[at]?.build
      this.#count(`nginx ${headers.get('x-cache')}`)
      const by = `nginx (${headers.get('x-cache')} ${servers[at]?.door ?? ''})`
      // With a server away, nginx may have nobody left to ask.
      if (status >= 502 && watched.some((wasDown) => wasDown())) this.#count('cut')
      else this.#judge({ id, by, begun, least, isBuild, status, text: response.text })
    } catch (error) {
      const wasDown = nginxWasDown() || watched.some((one) => one())
      await this.#brokeOff(id, 'nginx', wasDown, error)
    }
  }

  #get = (url: string, id: number): Promise<Response> =>
    fetch(uglyUrl(url, STATES[id] as string), { signal: AbortSignal.timeout(60_000) })

  async #brokeOff(id: number, by: string, wasDown: boolean, error: unknown): Promise<void> {
    this.#count('cut')
    const { cause } = error as { cause?: unknown }
    if (!wasDown) this.#wrong(`${STATES[id]} was not answered by ${by}: ${error}, ${cause}`)
    await setTimeout(20)
  }

  #judge(answer: Answer): void {
    const { id, by, begun, least } = answer
    const [, state, version, build] =
      /state (\d+) version (\d+)\. build (\d+)\./.exec(answer.text)?.map(Number) ?? []
    this.#count('answers')
    this.#count(by.startsWith('nginx') ? 'by nginx' : `by ${by}`)
    if (least > 1) this.#count('purged')
    const late = version === undefined ? 0 : this.#truth.late(id, version, begun)
    const kind = by.startsWith('nginx') ? 'late by nginx' : 'late'
    this.#counts[kind] = Math.max(this.#counts[kind] ?? 0, late)
    const fault = faultOf(answer, { state, version, build }, late)
    if (fault !== undefined) this.#wrong(`${STATES[id]} was answered by ${by} with ${fault}`)
  }

  /** Changes states that no other editor does, and purges its changes. */
  async #edit(editor: number): Promise<void> {
    const id = editor + EDITORS * this.#below(STATES.length / EDITORS)
    const way = PURGES[[0, 0, 1, 1, 2, 2, 3][this.#below(7)] as number]
    const { kind, which, covers } = (way as (typeof PURGES)[number])(id)
    const changed = STATES.flatMap((_, one) =>
      one % EDITORS === editor && covers(one)
        ? [{ id: one, version: this.#truth.change(one) }]
        : [],
    )
    while (this.#going)
      if (await this.#purge(which)) {
        for (const one of changed) this.#truth.purged(one.id, one.version)
        this.#count(`complete by ${kind}`)
        break
      } else await setTimeout(100)
    // Pages are kept for a moment, too.
    await setTimeout(this.#below(2000))
  }

  /** @returns Whether it is complete. */
  async #purge(which: object): Promise<boolean> {
    const { servers, token } = this.#fleet
    const server = servers[this.#below(servers.length)] as FleetServer
    const isOwn = server.door !== 'hashbang serve' && this.#below(2) === 0
    const wasDown = server.uptime.watch()
    this.#count('purges')
    try {
      const path = isOwn ? '/own/purge' : '/_hashbang/purge'
      const { status, ...answer } = await fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(which),
        signal: AbortSignal.timeout(60_000),
      }).then(async (one) => ({ status: one.status, text: await one.text() }))
      if (status !== 200 && status !== 202)
        this.#wrong(`a purge was answered ${status} by ${server.door}: ${answer.text}`)
      if (status === 200 && isOwn) this.#count('embedded')
      return status === 200
    } catch (error) {
      if (!wasDown()) this.#wrong(`a purge was not answered by ${server.door}: ${error}`)
      this.#count('unanswered')
      return false
    }
  }

  /** One event after the other: each once, then at random. */
  async #disturb(
    names: readonly EventName[],
    isOver: () => boolean,
    tell?: (line: string) => void,
  ): Promise<void> {
    for (let n = 0; n < names.length || !isOver(); n++) {
      await setTimeout(500 + this.#below(2500))
      const name = names[n] ?? (names[this.#below(names.length)] as EventName)
      this.#count(name)
      this.#last.set(name, `from ${new Date().toISOString()}`)
      await EVENTS[name]({ fleet: this.#fleet, source: this.#source, below: this.#below })
      this.#last.set(name, `until ${new Date().toISOString()}`)
      tell?.(`${name}; ${this.#counts.answers} answers, ${this.#found.length} wrong`)
    }
  }

  /** The pages of each state, by each server: as they should be, and the same. */
  async #compare(): Promise<void> {
    const until = Date.now() + 60_000
    while (!(await this.#purge({ all: true })))
      if (Date.now() < until) await setTimeout(100)
      else throw new Error('No purge is complete when all is over')
    await setTimeout(OBEYS)
    for (const id of STATES.keys()) {
      const answers = this.#fleet.servers.map(async ({ url, build }) => {
        const response = await this.#get(url, id)
        const text = await response.text()
        const isRight = text.includes(`${this.#truth.text(id)} build ${build}.`)
        return isRight ? `${response.status} ${response.headers.get('etag')} ${text}` : 'wrong'
      })
      const all = new Set(await Promise.all(answers))
      if (all.size !== 1 || all.has('wrong'))
        this.#wrong(`${STATES[id]} is not the same everywhere when all is over`)
    }
  }

  #told(seed: number): string {
    const of = (name: string) => (this.#counts[name] ?? 0).toLocaleString('en')
    const doors: readonly Door[] = ['hashbang serve', 'createHandler', 'startServer']
    const kinds = ['state', 'prefix', 'tag', 'all']
    const events = Object.keys(EVENTS)
    return [
      `${of('answers')} answers, ${of('purged')} of them of states that had been purged`,
      `three servers each by ${doors.map((door) => `${door} (${of(`by ${door}`)})`).join(', ')}`,
      `${of('by nginx')} by nginx, ${of('nginx HIT')} from its cache`,
      `${of('purges')} purges, complete: ${kinds.map((kind) => `${of(`complete by ${kind}`)} by ${kind}`).join(', ')}; ${of('embedded')} of them by site.purge`,
      `events: ${events.map((name) => `${of(name)} ${name}`).join(', ')}`,
      `${of('cut')} answers cut off by an event`,
      `the latest old page was asked for ${of('late')} ms after its purge, by nginx ${of('late by nginx')} ms`,
      `${this.#found.length} wrong or old (seed ${seed})`,
    ].join('; ')
  }
}
