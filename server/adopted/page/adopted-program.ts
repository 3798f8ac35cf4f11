// The program of a worker for adopted pages. SIDE EFFECT on import: installs the DOM.

import '../../dom/install-on-import.ts'
import {
  catchErrors,
  nodeFetch,
  PageContext,
  prepareRealmPages,
  setRegion,
  TraceLog,
} from '../../dom/index.ts'
import { readableOf } from '../../site/adopted-pages.ts'
import { stateShape } from '../../site/adopted-urls.ts'
import { allowedFetch } from '../../snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import type { PageKind } from '../../snapshot/worker/serve-jobs.ts'
import { serveJobs } from '../../snapshot/worker/serve-jobs.ts'
import type { WorkerChannel } from '../../snapshot/worker/worker-channel.ts'
import type { AdoptedJob } from './adopted-job.ts'
import { AdoptedPage } from './adopted-stages.ts'
import { installConsole } from './page-console.ts'
import { noteLeftOut, pageRequests } from './page-requests.ts'

export function runAdoptedProgram(channel: WorkerChannel): void {
  setRegion(channel.region)
  serveJobs(channel, openAdoptedPages(channel))
}

function openAdoptedPages({ compiler, mounts, allow }: WorkerChannel): PageKind {
  const shells = new Map<string, string>()
  catchErrors()
  const takePrinted = installConsole(globalThis)
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
    const pageContext = new PageContext(job, restrict, siteFetch(mounts, origin, nodeFetch))
    if (job.trace) pageContext.trace = new TraceLog()
    return {
      job,
      pageContext,
      allow,
      compiler,
      takePrinted,
      ...shapeOf(job),
      html: shells.get(job.page) ?? '',
      requests: pageRequests(pageContext.fetch, isAllowed, leftOut),
    }
  }

  return {
    setShell: (page, html) => void shells.set(page, html),
    stages: (job) => new AdoptedPage(adopted(job)),
  }
}

function shapeOf(job: Job): Pick<AdoptedJob, 'scheme' | 'shape'> {
  const { readableAt, states = '#!' } = job
  const scheme = readableAt === undefined ? undefined : readableOf(job.page, readableAt)
  // The readable form is converted from the ugly form.
  return { scheme, shape: stateShape(states, job.form === 'crawler' ? scheme : undefined) }
}
