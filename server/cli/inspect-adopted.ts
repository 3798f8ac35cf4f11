// What is known of a state of an adopted page: what its readers are answered, and what the log says of it. In: the configuration, the
// page, a state or its fragment. Out: the findings. It has no route, and what it loads nobody but the app knows.

import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'
import { createHandler } from '../production/create-handler.ts'
import type { Config } from '../site/load-config.ts'
import { stateShape } from '../site/state-shape.ts'
import type { Findings } from './inspect.ts'
import { asUsage } from './open-site.ts'
import { UsageError } from './terminal.ts'

/** Asks for the state. @throws {UsageError} When it is no state. */
export async function inspectAdopted(
  config: Config,
  page: string,
  given: string,
): Promise<Findings> {
  const said: string[] = []
  const site = await asUsage(
    createHandler({
      ...config,
      ...{ workers: 1, cacheBytes: 0 },
      observe(event) {
        if (event.type === 'warning') said.push(...event.warnings)
      },
    }),
  )
  try {
    const shape = stateShape(site.statesOf(page) ?? '#!')
    const state = canonicalState(given.startsWith('#') ? (shape.stateOf(given) ?? '') : given)
    const target = toUglyUrl(`${page}#!${state}`)
    if (target === null) {
      throw new UsageError(`"${given}" has no ugly URL: it holds half a character`)
    }
    const started = performance.now()
    const response = await site({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return {
      pretty: shape.prettyUrl(config.origin + page, state),
      ugly: config.origin + target,
      ...{ said, status, headers, time, body: String(body) },
    }
  } finally {
    await site.close()
  }
}
