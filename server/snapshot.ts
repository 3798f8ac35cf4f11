// Page -> HTML of its content. In: the app's table and context, a state. Out: status, head and body as
// text. Runs in a worker thread, after dom.ts. Loaders of many jobs overlap; the DOM has one page at a
// time, as it has one location, title and focus.

import { viewPage } from '../src/dom/mount.ts'
import { HashbangOutlet } from '../src/dom/outlet.ts'
import { headTags } from '../src/head.ts'
import type { Page } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { prettyUrl } from '../src/url.ts'
import { begin, end, takeErrors } from './dom.ts'
import { tagKey, writeTag } from './head.ts'
import type { Answer, Job, Snapshot } from './job.ts'
import { serializeChildren } from './serialize.ts'
import { settle } from './settle.ts'

/** A page of a site: its routes, and what their loaders are given. */
export interface App {
  readonly routes: Table
  readonly context: unknown
}

/** Makes snapshots; one page is in the DOM at a time. */
export function createRenderer(apps: ReadonlyMap<string, App>): (job: Job) => Promise<Answer> {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  return async (job) => {
    const { routes, context } = apps.get(job.page) as App
    const started = performance.now()
    const signal = AbortSignal.timeout(job.deadline)
    const page = await routes.resolve(job.state, { context: context as never, signal })
    if (page.type === 'aborted') return { type: 'late' }
    if (page.type === 'redirect') return page
    const load = performance.now() - started
    const shown = textOf(page) ?? (await inTurn(() => render(routes, page, job, signal)))
    return snapshot(shown, job.url, load)
  }
}

interface Shown {
  readonly page: Page
  readonly body: string
  readonly warnings: readonly string[]
  readonly dom: number
  readonly serialize: number
}

// Text in which nothing could run or be upgraded is what a DOM would make of it; anything else is not.
const NEEDS_DOM = /<script|<\w+-|\son\w+\s*=|script\s*:/i

/** The text of a page whose only view is HTML: 90 times faster than any DOM. */
function textOf(page: Page): Shown | undefined {
  const [level, ...deeper] = page.levels
  if (!level?.view || typeof level.view === 'function' || level.view.kind !== 'html' || deeper[0])
    return undefined
  try {
    let waits = false
    const given = viewPage(page, level, () => {
      waits = true
    })
    const body = String(level.view.render(given as never))
    return waits || NEEDS_DOM.test(body)
      ? undefined
      : { page, body, warnings: [], dom: 0, serialize: 0 }
  } catch {
    // The DOM path meets the same error and shows the error view.
    return undefined
  }
}

async function render(routes: Table, given: Page, job: Job, signal: AbortSignal): Promise<Shown> {
  const started = performance.now()
  begin(prettyUrl(job.url, given.state))
  try {
    const outlet = new HashbangOutlet()
    outlet.page = given
    document.body.append(outlet)
    const page = await mounted(routes, given, outlet)
    const pending = await settle(outlet, signal)
    const shown = performance.now()
    const body = serializeChildren(outlet)
    return {
      page,
      body,
      warnings: [
        ...pending.map((what) => `still pending at the deadline: ${what}`),
        ...takeErrors().map((error) => `reported by the page: ${describe(error)}`),
      ],
      dom: shown - started,
      serialize: performance.now() - shown,
    }
  } finally {
    await end()
  }
}

// A view that throws while it is mounted makes another page of the state: the failure.
async function mounted(routes: Table, page: Page, outlet: HashbangOutlet): Promise<Page> {
  try {
    await outlet.updateComplete
    return page
  } catch (error) {
    const failure = await routes.fail(page.state, error)
    outlet.page = failure
    await outlet.updateComplete.catch(() => outlet.replaceChildren())
    return failure
  }
}

function snapshot(
  { page, body, warnings, dom, serialize }: Shown,
  url: string,
  load: number,
): Snapshot {
  const tags = headTags(page.head, prettyUrl(url, page.state))
  return {
    type: 'snapshot',
    status: page.status,
    state: page.state,
    lang: page.head.lang,
    headKeys: tags.map(tagKey),
    head: tags.map(writeTag).join(''),
    body,
    indexable: !page.head.robots?.includes('noindex'),
    maxAge: page.maxAge,
    warnings: page.error === undefined ? warnings : [describe(page.error), ...warnings],
    timings: { load, dom, serialize },
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error)
