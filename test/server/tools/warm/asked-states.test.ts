/** States that a log says were asked for. */
import { expect } from '@playwright/test'
import { loggedStates } from '../../../../server/tools/warm/asked-states.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('asked states')

const lines = (...all: string[]) =>
  (async function* () {
    yield* all
  })()

const answered = (state: string | null, status = 200, page = '/') =>
  JSON.stringify({ level: 20, type: 'answered', page, state, status, msg: 'answered' })

test('a log gives what was asked for, most often first, and nothing that was no page', async () => {
  const log = lines(
    answered('/a'),
    'no JSON, "answered"',
    answered('/b'),
    answered('/gone', 404),
    answered(null),
    answered('/b', 200, '/other.html'),
    JSON.stringify({ type: 'rendered', state: '/c' }),
    '{"type":"answered","page":1,"state":"x","status":200}',
    answered('/b'),
  )
  expect(await loggedStates(log)).toEqual([
    { page: '/', state: '/b', count: 2 },
    { page: '/', state: '/a', count: 1 },
    { page: '/other.html', state: '/b', count: 1 },
  ])
})
