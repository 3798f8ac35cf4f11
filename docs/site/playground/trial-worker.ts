// Runs a table without a document, for trial.ts.

import type { View, ViewPage } from 'virtual:explained-router'
import { buildTable } from './build-table.ts'

/** ms after which a slow loader is left to the page. */
const LOADING_MS = 500
const MAX_REDIRECTS = 10

export interface TrialRequest {
  readonly id: number
  readonly text: string
  readonly state: string
}

async function run({ text, state }: TrialRequest): Promise<void> {
  const table = buildTable(text)
  let at = state
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { signal } = new AbortController()
    const page = await table.resolve(at, { context: undefined, signal })
    if (page.type === 'aborted') return
    if (page.type !== 'redirect') {
      for (const { view, ...level } of page.levels) render(view, { ...page, ...level })
      return
    }
    at = page.state
  }
}

// Other views need a document.
function render(view: View | undefined, page: Omit<ViewPage, 'settled'>): void {
  if (typeof view === 'object' && view.kind === 'html')
    String(view.render({ ...page, settled: () => {} } as never))
}

addEventListener('message', async ({ data }: MessageEvent<TrialRequest>) => {
  const slow = new Promise((resolve) => setTimeout(resolve, LOADING_MS))
  // The page shows errors.
  await Promise.race([run(data).catch(() => {}), slow])
  postMessage(data.id)
})
postMessage('ready')
