// State -> HTML of its page. In: the app's table and context, a state. Out: status, head and body as text.
// Runs in a worker thread, after dom.ts. Loaders of many jobs overlap; the DOM has one page at a time.

import { clearTimeout, setTimeout } from 'node:timers'
import { viewPage } from '../src/dom/mount.ts'
import { headTags } from '../src/head.ts'
import type { Page } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { allowedFetch } from './allowed-fetch.ts'
import { nodeFetch } from './dom.ts'
import { describe } from './draw.ts'
import { tagKey, writeTag } from './head.ts'
import type { Answer, Job, Snapshot } from './job.ts'
import { stateUrl } from './place.ts'
import { createStage, type Shown } from './reuse.ts'
import { isKnownPlain } from './serialize/known.ts'
import { isPlain } from './serialize/plain.ts'

/** A page of a site: its routes, and what their loaders are given. */
export interface App {
  readonly routes: Table
  readonly context: unknown
}

/** Told which job has the DOM, in case that it never gives it back. */
export interface Turns {
  enter(job: number): void
  leave(): void
}

/** Makes snapshots; one page is in the DOM at a time. */
export function createRenderer(
  apps: ReadonlyMap<string, App>,
  turns: Turns,
  allow: ReadonlySet<string>,
): (job: Job) => Promise<Answer> {
  const show = forgiving(createStage())
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(job: Job, work: () => Promise<T>): Promise<T> {
    const mine = turn.then(() => {
      turns.enter(job.id)
      return work()
    })
    turn = mine.then(turns.leave, turns.leave)
    return mine
  }

  const make = async (job: Job, signal: AbortSignal): Promise<Answer> => {
    const { routes, context } = apps.get(job.page) as App
    const started = performance.now()
    const fetch = allowedFetch(nodeFetch, job.url, allow)
    const page = await routes.resolve(job.state, { context: context as never, signal, fetch })
    if (page.type === 'aborted') return { type: 'late' }
    const url = stateUrl(routes.scheme, job.url, page.state)
    if (page.type === 'redirect') return { ...page, location: url }
    const load = performance.now() - started
    const drawing = { routes, page, url, signal, fetch }
    const shown = textOf(page) ?? (await inTurn(job, () => show(drawing)))
    return snapshot(shown, url, load)
  }
  return async (job) => {
    // Not AbortSignal.timeout, which would keep all of the page until the deadline.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    try {
      return await make(job, late.signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** What cannot even be drawn, such as a tree too deep to walk, is a failure of the page and not of the thread. */
function forgiving(show: ReturnType<typeof createStage>): ReturnType<typeof createStage> {
  return async (drawing) => {
    try {
      return await show(drawing)
    } catch (error) {
      const page = await drawing.routes.fail(drawing.page.state, error)
      const nothing = { page, body: '', warnings: [], dom: 0, serialize: 0, reused: false }
      return textOf(page) ?? nothing
    }
  }
}

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
    const made = level.view.render(given as never)
    const body = String(made)
    return waits || !(isKnownPlain(made) || isPlain(body))
      ? undefined
      : { page, body, warnings: [], dom: 0, serialize: 0, reused: false }
  } catch {
    // The DOM path meets the same error and shows the error view.
    return undefined
  }
}

function snapshot({ page, body, warnings, ...shown }: Shown, url: string, load: number): Snapshot {
  const tags = headTags(page.head, url)
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
    canonical: page.head.canonical ?? url,
    warnings: page.error === undefined ? warnings : [describe(page.error), ...warnings],
    reused: shown.reused,
    timings: { load, dom: shown.dom, serialize: shown.serialize },
  }
}
