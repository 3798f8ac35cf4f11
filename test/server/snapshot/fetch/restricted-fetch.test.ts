/** The fields that the code of a page can read of a redirected response. */
import { expect } from '@playwright/test'
import { allowedFetch } from '../../../../server/snapshot/fetch/restricted-fetch.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('restricted-fetch')

test('a response and its clones have the right value of redirected', async () => {
  const send = async (input: string | URL | Request) =>
    new URL((input as Request).url).pathname === '/from'
      ? new Response(null, { status: 302, headers: { location: '/to' } })
      : new Response('here')
  const fetch = allowedFetch(send, 'https://a.test/', new Set())
  const [moved, direct] = [await fetch('/from'), await fetch('/to')]
  expect([moved.redirected, moved.clone().redirected, direct.redirected]).toEqual([
    ...[true, true, false],
  ])
  expect(await moved.text()).toBe('here')
})
