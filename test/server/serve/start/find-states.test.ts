/** States that a file lists. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import {
  type AdoptedHandler,
  AdoptedStates,
  findStates,
} from '../../../../server/serve/start/find-states.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'

const test = suite('listed states')

const link = (state: string) => `<a href="#${state}">${state}</a>`

/** A site of one adopted page. */
const siteOf = (answer: (state: string) => { status: number; headers: object; body: string }) =>
  Object.assign(async ({ target = '' }) => answer(target.split('_escaped_fragment_=')[1] ?? ''), {
    statesOf: () => '#',
  }) as unknown as AdoptedHandler

const statesOf = (site: AdoptedHandler) =>
  new AdoptedStates({ site, origin: 'https://a.test', page: '/', config: { site: '' } })

test('a line of a list of states that is no URL causes a warning, and the others are read', async () => {
  const file = join(await folderWith({ states: 'https://[\n/a\nhttps://a.test/#!/b\n' }), 'states')
  const warnings: string[] = []
  const states: string[] = []
  const listed = new AdoptedStates({
    ...{ page: '/', origin: 'https://a.test', config: { site: '', statesFile: file } },
    site: { statesOf: () => '#!' } as unknown as AdoptedHandler,
    warn: (one) => warnings.push(one),
  })
  for await (const state of listed.named()) states.push(state)
  expect(states).toEqual(['/a', '/b'])
  expect(warnings).toEqual([`${file} names "https://[", which is no state of https://a.test/`])
})

test('a walk lists one of the states with the same content, without a query if it can', async () => {
  const names = ['/beans?id=when', '/README', '/beans', '/drawn', '/drawn-too']
  const menu = names.map(link).join('')
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
  const listed: string[] = []
  const site = siteOf(answer)
  for await (const { state, index } of statesOf(site).walk({})) if (index) listed.push(state)
  expect(listed).toEqual(['', '/beans', '/drawn', '/drawn-too'])
})

test('one state shows that a parameter names a place in its page, and the walk requests no other such state', async () => {
  const asked: string[] = []
  const links = ['/a?id=x', '/b?id=x', '/c?id=x', '/a?sort=x', '/b?sort=x'].map(link).join('')
  const site = siteOf((state) => {
    asked.push(state)
    const page = state.replace('?id=x', '')
    const canonical = `/?_escaped_fragment_=${page}`
    const headers = { link: `<https://a.test${page && canonical}>; rel="canonical"` }
    return { status: 200, headers, body: `${links}<h2 id="x">${page}</h2>` }
  })
  const walked: string[] = []
  for await (const { state } of statesOf(site).walk({ together: 1 })) walked.push(state)
  expect(asked).toEqual(['', '/a?id=x', '/a', '/b', '/c', '/a?sort=x', '/b?sort=x'])
  expect(walked).toEqual(asked.filter((state) => state !== '/a?id=x'))
})

for (const [name, unknown, expected, warns] of [
  ['shows a page with status 200', 'No such page', ['', '/list'], true],
  ['shows the first page', 'Home', ['', '/list', '/gone'], false],
  ['gets a status', undefined, ['', '/list'], false],
] as const)
  test(`an unknown state ${name}: the states that show the same are no pages`, async () => {
    const warnings: string[] = []
    const texts: Record<string, string> = { '': 'Home', '/list': 'List' }
    const body = ['/list', '/gone'].map(link).join('')
    const site = siteOf((state) => {
      const text = texts[state] ?? unknown
      return { status: text ? 200 : 404, headers: {}, body: `<body>${body}<h1>${text}</h1>` }
    })
    const found = findStates({
      ...{ origin: 'https://a.test', apps: [], signal: new AbortController().signal },
      pages: { '/': { site: await folderWith({}) } },
      site: async () => site,
      warn: (warning) => warnings.push(warning),
    })
    const states: string[] = []
    for await (const { state } of found) states.push(state)
    expect(states).toEqual(expected)
    expect(warnings).toEqual(
      warns ? [expect.stringMatching(/Unknown states .*: https:\/\/a\.test\/#\/gone$/)] : [],
    )
  })

test('a state whose robots header forbids the index is not listed', async () => {
  const directives: Record<string, string> = {
    '/none': 'none',
    '/no': 'noindex',
    '/image': 'max-image-preview: none',
  }
  const links = Object.keys(directives).map(link).join('')
  const site = siteOf((state) => {
    const robots = directives[state]
    const headers = robots === undefined ? {} : { 'x-robots-tag': robots }
    return { status: 200, headers, body: `${links}<h1>${state}</h1>` }
  })
  const listed: string[] = []
  for await (const { state, index } of statesOf(site).walk({})) if (index) listed.push(state)
  expect(listed).toEqual(['', '/image'])
})
