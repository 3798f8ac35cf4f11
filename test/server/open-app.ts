/** A handler over an app, called directly, and its events. */
import { join } from 'node:path'
import { type Config, createHandler, type Site } from '../../dist/server/index.js'

/** A response; its `outlet` is the content of the element, or all of the text if there is none. */
export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly outlet: string
}

export interface OpenApp {
  readonly site: Site
  readonly warnings: string[]
  readonly replaced: string[]
  get(target: string): Promise<Shown>
  show(state: string): Promise<Shown>
  textOf(state: string): Promise<string>
}

export const fixture = (...path: string[]) => join(import.meta.dirname, '../fixtures', ...path)

/** @param shell Its file; the app is `app` in the same folder. */
export async function openApp(
  shell: string,
  { app = join(shell, '../app.js'), ...config }: Partial<Config> & { app?: string } = {},
): Promise<OpenApp> {
  const warnings: string[] = []
  const replaced: string[] = []
  const site = await createHandler(
    {
      origin: 'http://app.test',
      pages: { '/': { shell, app } },
      workers: 1,
      cache: { bytes: 0 },
      // The speed of a busy machine is not under test.
      limits: { deadline: 60_000 },
      ...config,
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(...event.warnings)
          if (event.type === 'replaced') replaced.push(event.why)
        },
      ],
    },
  )
  async function get(target: string): Promise<Shown> {
    const answer = await site({ method: 'GET', target, headers: {} })
    const text = String(answer?.body)
    const [, outlet = text] = /<hashbang-outlet[^>]*>([\s\S]*)<\/hashbang-outlet>/.exec(text) ?? []
    return { status: answer?.status ?? 0, headers: answer?.headers ?? {}, text, outlet }
  }
  const show = (state: string) => get(`/?_escaped_fragment_=${state}`)
  const textOf = async (state: string) => (await show(state)).outlet.replace(/<[^>]*>/g, ' ').trim()
  return { site, warnings, replaced, get, show, textOf }
}
