// What is known of a state of an adopted page: what its readers are answered, and what the log says of it. In: the configuration, the
// page, a state or its fragment. Out: the findings. It has no route, and what it loads nobody but the app knows.

import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'
import { adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { stateShape } from '../site/state-shape.ts'
import { stateUrl } from '../site/state-url.ts'
import { answerState } from './answer-state.ts'
import type { Findings } from './inspect.ts'

/** Asks for the state. @throws {UsageError} When it is no state. */
export async function inspectAdopted(
  config: Config,
  page: string,
  given: string,
): Promise<Findings> {
  let shape = stateShape('#!')
  let state = ''
  let target: string | null = null
  const answered = await answerState(config, (site) => {
    shape = stateShape(site.statesOf(page) ?? '#!')
    state = canonicalState(given.startsWith('#') ? (shape.stateOf(given) ?? '') : given)
    target = toUglyUrl(`${page}#!${state}`)
    return { state, target }
  })
  const readable = adoptedReadables(config.pages).get(page)
  return {
    pretty: shape.prettyUrl(config.origin + page, state),
    ugly: config.origin + target,
    readable: readable && stateUrl(readable, config.origin + page, state),
    ...answered,
  }
}
