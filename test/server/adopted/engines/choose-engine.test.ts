/** The choice of an engine: which one makes a state, and what is said where none is proven. */
import { expect } from '@playwright/test'
import {
  type Chosen,
  createEngineChoice,
} from '../../../../server/adopted/engines/choose-engine.ts'
import type { EngineGroup } from '../../../../server/adopted/engines/engines-file.ts'
import type { Answer, Order, Refusal } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('choice of an engine')

const KNOWN = new Map<string, EngineGroup>([
  ['/#/plain/*', { engine: 'happy-dom', states: 2 }],
  ['/#/text/*', { engine: 'chromium', states: 1 }],
  ['/#/odd/*', { engine: 'app', states: 1 }],
])

const orderOf = (state: string): Order => ({ page: '/', state, url: 'http://a.test/' })

/** A choice between two engines that answer with their names. */
function choice(given: Partial<Chosen> = {}) {
  const warnings: string[] = []
  const made: string[] = []
  const named = (name: string) => ({ type: 'crashed', error: name }) as Answer
  const { render, distrust } = createEngineChoice({
    groups: KNOWN,
    strict: false,
    ours: () => named('ours'),
    chromium: { render: async () => named('chromium') },
    warn: (_, warning) => warnings.push(warning),
    onMade: ({ state }) => made.push(state),
    ...given,
  })
  const engineOf = async (state: string) => {
    const answer: Answer | Refusal = await render(orderOf(state))
    return 'error' in answer ? answer.error : answer.type
  }
  return { engineOf, render, distrust, warnings, made }
}

test('each group of states is made by the engine that the file names', async () => {
  const { engineOf, warnings, made } = choice()
  expect(await engineOf('/plain/a')).toBe('ours')
  expect(await engineOf('/text/a')).toBe('chromium')
  expect(warnings).toEqual([])
  // Only what our engine has made is shown to the watch.
  expect(made).toEqual(['/plain/a'])
})

test('states of no group are made by our engine, which is said once; strict gives them to Chromium', async () => {
  const { engineOf, warnings } = choice()
  for (const state of ['/new/a', '/new/b']) expect(await engineOf(state)).toBe('ours')
  expect(warnings).toEqual([expect.stringContaining('No state of /#/new/* was compared')])
  expect(await choice({ strict: true }).engineOf('/new/a')).toBe('chromium')
})

test('without a file our engine makes all, and nothing is said', async () => {
  const { engineOf, warnings } = choice({ groups: undefined })
  expect(await engineOf('/text/a')).toBe('ours')
  expect(warnings).toEqual([])
  expect(await choice({ engine: 'chromium' }).engineOf('/plain/a')).toBe('chromium')
})

test('what no engine shows is answered with the app alone, and why is said once for a group', async () => {
  const { engineOf, render, warnings } = choice()
  expect(await engineOf('/odd/a')).toBe('app')
  expect(await render(orderOf('/odd/b'))).toMatchObject({ url: 'http://a.test/#!/odd/b' })
  expect(warnings).toEqual([
    expect.stringMatching(/^States of \/#\/odd\/\* get the app without a snapshot.*: no engine/),
  ])
})

test('what Chromium is to make is answered with the app alone where there is none', async () => {
  const without = choice({ chromium: undefined })
  expect(await without.engineOf('/text/a')).toBe('app')
  expect(without.warnings).toEqual([expect.stringContaining('and "chromium" is 0')])
  const why = 'it cannot be started'
  const refused: Refusal = { type: 'app', why, url: '' }
  const failing = choice({ chromium: { render: async () => refused } })
  expect(await failing.engineOf('/text/a')).toBe('app')
  expect(failing.warnings).toEqual([expect.stringContaining(why)])
})

test('Chromium makes a group from the moment on that it is distrusted', async () => {
  const { engineOf, distrust } = choice()
  distrust('/#/plain/*')
  expect(await engineOf('/plain/a')).toBe('chromium')
})
