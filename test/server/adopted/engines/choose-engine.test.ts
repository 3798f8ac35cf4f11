/** The choice of an engine: which one makes a state, and what is said where none is proven. */
import { expect } from '@playwright/test'
import {
  type Chosen,
  createEngineChoice,
} from '../../../../server/adopted/engines/choose-engine.ts'
import type { EngineGroup } from '../../../../server/adopted/engines/engines-file.ts'
import type { Answer, Refusal } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('choice of an engine')

const KNOWN = new Map<string, EngineGroup>([
  ['/#/plain/*', { engine: 'happy-dom', states: 2 }],
  ['/#/text/*', { engine: 'chromium', states: 1 }],
  ['/#/odd/*', { engine: 'app', states: 1 }],
])

/** A choice between two engines that answer with their names. */
function choice(given: Partial<Chosen> = {}) {
  const warnings: string[] = []
  const named = (name: string) => ({ type: 'crashed', error: name }) as Answer
  const { render } = createEngineChoice({
    groups: KNOWN,
    ours: async () => named('ours'),
    chromium: { render: async () => named('chromium') },
    warn: (_, warning) => warnings.push(warning),
    ...given,
  })
  const engineOf = async (state: string) => {
    const answer = await render({ page: '/', state, url: 'http://a.test/' })
    return 'error' in answer ? answer.error : answer.type
  }
  return { engineOf, render, warnings }
}

const refused: Refusal = { type: 'app', why: 'it cannot be started', url: '' }

const BROKEN = { chromium: { render: async () => refused } }
const NONE = /^States of \/#\/odd\/\* get the app without a snapshot.*: no engine/

const CASES: [what: string, given: Partial<Chosen>, state: string, engine: string, RegExp?][] = [
  ['our engine makes a group that it was proven for', {}, '/plain/a', 'ours'],
  ['Chromium makes a group that is given to it', {}, '/text/a', 'chromium'],
  [
    'our engine makes one of no group',
    {},
    '/new/a',
    'ours',
    /No state of \/#\/new\/\* was compared/,
  ],
  ['without a file our engine makes all', { groups: undefined }, '/text/a', 'ours'],
  ['Chromium makes all where it is set', { engine: 'chromium' }, '/plain/a', 'chromium'],
  ['the app alone is answered for what no engine shows', {}, '/odd/a', 'app', NONE],
  ['and where Chromium cannot be started', BROKEN, '/text/a', 'app', /it cannot be started/],
]
for (const [what, given, state, engine, warning] of CASES) {
  test(`${what}; ${warning ? 'why is said once for a group' : 'nothing is said'}`, async () => {
    const { engineOf, warnings } = choice(given)
    for (const one of [state, `${state}2`]) expect(await engineOf(one)).toBe(engine)
    expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
  })
}

test('the app is answered at its address for people', async () => {
  const order = { page: '/', state: '/odd/b', url: 'http://a.test/' }
  expect(await choice().render(order)).toMatchObject({ url: 'http://a.test/#!/odd/b' })
})
