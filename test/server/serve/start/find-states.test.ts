/** States that a file lists. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { namedStates } from '../../../../server/serve/start/find-states.ts'
import { type AdoptedSite, walkStates } from '../../../../server/serve/start/walk-states.ts'
import { stateShape } from '../../../../server/site/adopted-urls.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('listed states')

test('a line of a list of states that is no URL causes a warning, and the others are read', async () => {
  const file = join(await folderWith({ states: 'https://[\n/a\nhttps://a.test/#!/b\n' }), 'states')
  const warnings: string[] = []
  const states: string[] = []
  const listed = namedStates(
    '/',
    { site: '', statesFile: file },
    'https://a.test/',
    stateShape('#!'),
    (one) => warnings.push(one),
  )
  for await (const state of listed) states.push(state)
  expect(states).toEqual(['/a', '/b'])
  expect(warnings).toEqual([`${file} names "https://[", which is no state of https://a.test/`])
})

test('a walk lists one of the states with the same content, without a query if it can', async () => {
  const link = (state: string) => `<a href="#/${state}">${state}</a>`
  const menu = ['beans?id=when', 'README', 'beans', 'drawn', 'drawn-too'].map(link).join('')
  const shows = (state: string) => {
    if (state.startsWith('/drawn')) return `<svg><path d="M${state.length}"/></svg>`
    return state.startsWith('/beans') ? '<h1>Beans</h1>' : '<h1>Home</h1>'
  }
  const answer = (state: string) => ({
    ...{
      status: 200,
      headers: {},
      body: `<head><title>${state}</title></head><body>${menu}${shows(state)}`,
    },
  })
  const site = Object.assign(
    async ({ target = '' }) => answer(target.split('_escaped_fragment_=')[1] ?? ''),
    { statesOf: () => '#' },
  ) as unknown as AdoptedSite
  const listed: string[] = []
  for await (const { state, index } of walkStates({ site, origin: 'https://a.test', page: '/' }))
    if (index) listed.push(state)
  expect(listed).toEqual(['', '/beans', '/drawn', '/drawn-too'])
})
