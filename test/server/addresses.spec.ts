import { expect, test } from '@playwright/test'
import { startServer, toFetch } from '../../dist/server/index.js'
import { meantState } from '../../dist/src/address-state.js'
import type { Table } from '../../dist/src/table.js'
import cases from '../fixtures/odd-states.json' with { type: 'json' }
import { exchange, type RawResponse } from '../fixtures/site/raw.ts'
import { pagesOf, siteConfig } from '../fixtures/site/site.ts'
import { listening } from '../listening.ts'

const serve = (app: string) =>
  startServer(
    { ...siteConfig, workers: 2, pages: pagesOf(app, { audience: 'everyone' }) },
    { observers: [] },
  )

/** Every state has a mark of its own, that only its own page may show. */
const STATES = [
  ...cases.states,
  ...cases.routes.flatMap((route) =>
    cases.parts.map((part) =>
      route.replace(
        '{}',
        part.replace(/^(.+)\*(\d+)$/, (_, what, times) => what.repeat(Number(times))),
      ),
    ),
  ),
].map((state, index) => ({ mark: `k${index}k`, state: state.replace('{mark}', `k${index}k`) }))

/** The decoded text of a readable path: "!" and two hex digits are a character. */
const readAs = (path: string) => path.replace(/!(?=[2-7][\dA-F])/g, '%')

/** A path that is no UTF-8 is written into the token as it is: it is refused there too. */
const inToken = (state: string) =>
  isEncoded(state) ? readAs(state).replace(/[%&#+]/g, encodeURIComponent) : state

function isEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== undefined
  } catch {
    return false
  }
}

const readAsOf = (app: string, state: string) => (app === 'app-readable.js' ? readAs(state) : state)

const tables: Record<string, Pick<Table, 'match'>> = {}
test.beforeAll(async () => {
  for (const app of Object.keys(ADDRESSES))
    tables[app] = (await import(pagesOf(app)['/'].app)).routes
})

/** The addresses of a state by scheme: the same decides, so the status is the same. */
const ADDRESSES: Record<string, (state: string) => Record<string, string>> = {
  'app-readable.js': (state) => ({
    ugly: `/?_escaped_fragment_=${inToken(state)}`,
    path: `/s${state}`,
    page: `/#!${state}`,
  }),
  'app-paths.js': (state) => ({
    ugly: `${state}${state.includes('?') ? '&' : '?'}_escaped_fragment_=`,
    path: state,
    page: `/#!${state}`,
  }),
}

const ask = async (port: number, target: string): Promise<RawResponse> => {
  const { responses } = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`)
  return responses[0] ?? { status: 0, headers: {}, body: '' }
}

/** The faults of the responses for one state; empty if all is well. */
async function faultsOf(
  port: number,
  within: readonly ((target: string) => Promise<number | undefined>)[],
  app: string,
  mark: string,
  state: string,
) {
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  for (const [name, target] of Object.entries(ADDRESSES[app]?.(state) ?? {})) {
    const { status, headers, body } = await ask(port, target)
    statuses[name] = status
    if (status === 0 || status >= 500) faults.push(`${name} is ${status}`)
    // By chance, a hash may look like a mark.
    const marks = `${JSON.stringify({ ...headers, etag: '' })}${body}`.match(/k\d+k/g) ?? []
    if (marks.some((other) => other !== mark)) faults.push(`${name} shows another page`)
    if (name === 'ugly' && status === 200 && marks.length === 0) faults.push('ugly is not its page')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be in a page
    if (/[\x00\x08\x0B\x1B\x7F]/.test(body)) faults.push(`${name} holds control characters`)
    for (const other of await Promise.all(within.map((one) => one(target))))
      if (other !== undefined && other !== status)
        faults.push(`${name} is ${status}, and ${other} inside of another server`)
  }
  // No client sends a fragment: a request line with one is refused.
  if (statuses.page !== 400) faults.push(`page is ${statuses.page}`)
  // A browser at "#!" decides by the table alone; the server says the same of a state it takes.
  const { match } = tables[app] as Pick<Table, 'match'>
  const known = match(meantState(readAsOf(app, state), match)) !== null
  const taken = statuses.path === 200 || statuses.path === 404
  if (taken && known !== (statuses.path === 200))
    faults.push(`"#!" ${known}, path ${statuses.path}`)
  if (statuses.ugly !== statuses.path) faults.push(`ugly ${statuses.ugly}, path ${statuses.path}`)
  return faults.map((fault) => `${state.slice(0, 80)} (${state.length}): ${fault}`)
}

for (const app of Object.keys(ADDRESSES)) {
  test(`${app}: all addresses of a state return the same status and page`, async () => {
    const served = await serve(app)
    const embedded = await listening((req, res) => served.site.all(req, res))
    const fetched = toFetch(served.site)
    const within = [
      async (target: string) => (await ask(embedded.port, target)).status,
      // A Request has the URL in order, and no fragment. Requests for no page go on.
      async (target: string) => {
        const url = `http://a.test${target}`
        const isSame = URL.canParse(url) && new URL(url).href === url && !url.includes('#')
        return isSame ? (await fetched(new Request(url)))?.status : undefined
      },
    ]
    const left = [...STATES]
    const faults: string[] = []
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop())
        faults.push(...(await faultsOf(served.port, within, app, next.mark, next.state)))
    }
    await Promise.all(Array.from({ length: 4 }, work))
    const files = Object.entries(cases.files)
    const answers = await Promise.all(
      files.map(async ([target]) => [target, (await ask(served.port, target)).status]),
    )
    await embedded.close()
    await served.stop()
    expect(faults).toEqual([])
    expect(answers).toEqual(files)
  })
}

test('a request that is refused before it is read gets a message', async () => {
  const served = await serve('app-readable.js')
  const refused = async (raw: string) => {
    const [answer] = (await exchange(served.port, raw)).responses
    return [answer?.status, answer?.body]
  }
  expect(await refused('GET / HTTP/1.1\r\nHost a.test\r\n\r\n')).toEqual([
    400,
    'The request is no HTTP/1.1.\n',
  ])
  const long = `GET / HTTP/1.1\r\nHost: a.test\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`
  expect(await refused(long)).toEqual([431, 'The headers are too large.\n'])
  await served.stop()
})
