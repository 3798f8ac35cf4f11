// Collects the facts about a state of an adopted page. It has no route, and its loads are unknown.

import { canonicalState } from '../../src/state.ts'
import { toUglyUrl } from '../../src/url.ts'
import { adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import { stateShape } from '../site/state-shape.ts'
import { stateUrl } from '../site/state-url.ts'
import { answerState } from './answer-state.ts'
import type { Findings } from './findings.ts'

/** @throws {UsageError} When it is not a state. */
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
