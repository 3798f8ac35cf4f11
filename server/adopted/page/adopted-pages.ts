// Opens adopted pages: each is shown by its own scripts, in a realm of its own.

import {
  catchErrors,
  closeRealmPage,
  JobContext,
  nodeFetch,
  prepareRealmPages,
} from '../../dom/index.ts'
import { TraceLog } from '../../dom/isolation/page-trace.ts'
import { readableOf } from '../../site/adopted-pages.ts'
import { stateShape } from '../../site/adopted-urls.ts'
import { allowedFetch } from '../../snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import type { PageKind } from '../../snapshot/worker/make-page.ts'
import type { WorkerChannel } from '../../snapshot/worker/worker-channel.ts'
import { adoptPage } from './adopt-page.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { forgetImporters } from './compiled-scripts.ts'
import { installConsole } from './page-console.ts'
import { noteLeftOut, pageRequests } from './page-requests.ts'
import { readableForm } from './readable-form.ts'

/** SIDE EFFECT: makes the worker one of adopted pages. */
export function openAdoptedPages({ compiler, mounts, allow }: WorkerChannel): PageKind {
  const shells = new Map<string, string>()
  catchErrors()
  const takeNoted = installConsole(globalThis)
  prepareRealmPages()

  function adopted(job: Job): AdoptedJob {
    const { origin } = new URL(job.url)
    const isAllowed = (one: string) => one === origin || allow.has(one)
    let leftOut: ReadonlyMap<string, string> = new Map()
    const restrict = (sends: typeof fetch) => {
      const noting = noteLeftOut(allowedFetch(sends, job.url, allow), isAllowed)
      leftOut = noting.leftOut
      return noting.fetch
    }
    const own = new JobContext(job, restrict, siteFetch(mounts, origin, nodeFetch))
    if (job.trace) own.trace = new TraceLog()
    return {
      ...{ job, own, allow, compiler, takeNoted, close },
      ...shapeOf(job),
      html: shells.get(job.page) ?? '',
      requests: pageRequests(own.fetch, leftOut),
    }
  }

  return {
    tellShell: (page, html) => void shells.set(page, html),
    open(job) {
      const given = adopted(job)
      const { own, scheme } = given
      return {
        own,
        markdown: job.markdown && scheme ? { url: job.url, scheme, facts: () => ({}) } : undefined,
        async show() {
          const answer = await adoptPage(given)
          return () =>
            job.readable && scheme ? readableForm(answer, { ...given, scheme }) : answer
        },
        async close() {
          own.close()
          await close()
        },
      }
    },
  }
}

/** How a job's page writes its states, and its readable addresses. */
function shapeOf(job: Job): Pick<AdoptedJob, 'scheme' | 'shape'> {
  const { readableAt, states = '#!' } = job
  const scheme = readableAt === undefined ? undefined : readableOf(job.page, readableAt)
  // The readable form is converted from the ugly form.
  return { scheme, shape: stateShape(states, job.readable ? undefined : scheme) }
}

/** Ends the shown page. */
async function close(): Promise<void> {
  forgetImporters()
  await closeRealmPage()
}
