/**
 * Asks a handler for pages of the kinds and judges them. In: sites. Out: for each page, whether it
 * is right.
 */
import { createHandler, type Site } from '../../dist/server/index.js'
import { dataOf } from './project/data.ts'
import type { Kind } from './project/kinds.ts'
import { inOneLine, type Shown, shown } from './shown.ts'
import type { TruthSite } from './sites.ts'

/** One page, as it was answered. */
export interface Answered {
  readonly status: number
  readonly body: string
  readonly shown: Shown
  /** Whether both title and text follow from the page's data. */
  readonly isRight: boolean
}

/** The log of the handler beside its responses. */
export interface Told {
  /** Of states, by the route's name: the first segment. */
  readonly warnings: Map<string, string>
  /** Why workers were replaced. */
  readonly replaced: string[]
}

export interface Asker extends Told {
  ask(kind: Kind, id: number): Promise<Answered>
  close(): Promise<void>
}

const ORIGIN = 'http://truth.test'

export interface AskerOptions {
  readonly sites: readonly TruthSite[]
  readonly workers: number
}

export async function openAsker({ sites, workers }: AskerOptions): Promise<Asker> {
  const told: Told = { warnings: new Map(), replaced: [] }
  const site: Site = await createHandler(
    {
      origin: ORIGIN,
      pages: Object.fromEntries(sites.map(({ path, shell, app }) => [path, { shell, app }])),
      workers,
      limits: { queue: 10_000, deadline: 120_000 },
      // Each page is made, and none is answered twice.
      cache: { bytes: 0 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'replaced') told.replaced.push(event.why)
          if (event.type !== 'warning') return
          const route = event.state.split('/')[1] ?? ''
          if (!told.warnings.has(route)) told.warnings.set(route, event.warnings[0] ?? '')
        },
      ],
    },
  )
  const pathOf = new Map(
    sites.flatMap(({ path, kinds }) => kinds.map(({ route }) => [route, path])),
  )
  return {
    ...told,
    async ask(kind, id) {
      const target = `${pathOf.get(kind.route)}?_escaped_fragment_=/${kind.route}/${id}`
      const answer = await site({ method: 'GET', target, headers: {} })
      const body = answer?.body === undefined ? '' : Buffer.from(answer.body).toString()
      const seen = shown(body)
      const data = dataOf(kind.kind, id)
      const isRight =
        seen.text === inOneLine(kind.text(data)) && seen.title === inOneLine(kind.title(data))
      return { status: answer?.status ?? 0, body, shown: seen, isRight }
    },
    close: () => site.close(),
  }
}
