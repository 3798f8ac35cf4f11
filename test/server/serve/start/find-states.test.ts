/** States that a file lists. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { namedStates } from '../../../../server/serve/start/find-states.ts'
import { stateShape } from '../../../../server/site/state-shape.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('listed states')

test('a line of a list of states that is no URL is told, and the others are read', async () => {
  const file = join(await folderWith({ states: 'https://[\n/a\nhttps://a.test/#!/b\n' }), 'states')
  const told: string[] = []
  const states: string[] = []
  const listed = namedStates(
    '/',
    { site: '', statesFile: file },
    'https://a.test/',
    stateShape('#!'),
    (one) => told.push(one),
  )
  for await (const state of listed) states.push(state)
  expect(states).toEqual(['/a', '/b'])
  expect(told).toEqual([`${file} names "https://[", which is no state of https://a.test/`])
})
