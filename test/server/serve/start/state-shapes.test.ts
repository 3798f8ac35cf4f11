/** How states look is not known before the first page was seen, and what was taken without a link is looked at again. */
import { expect } from '@playwright/test'
import { StateShapes } from '../../../../server/serve/start/state-shapes.ts'
import type { Answer, Refusal, Snapshot } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('state shapes')

const snapshot = (body: string, isAtFault = false): Answer =>
  ({
    ...{ type: 'snapshot', status: 200, state: '', body, warnings: ['broken'] },
    shows: { group: '/#', text: 1, isAtFault },
  }) as unknown as Snapshot

function open(answers: readonly (Answer | Refusal)[]) {
  const left = [...answers]
  const said: string[] = []
  const forgotten: string[] = []
  let asked = 0
  let time = 0
  const shapes = new StateShapes({
    origin: 'http://site.test',
    shell: () => ({ html: '' }) as never,
    render: () => {
      asked += 1
      return left.shift() ?? snapshot('')
    },
    warn: (warning) => void said.push(warning),
    forget: async (page) => void forgotten.push(page),
    now: () => time,
  })
  return {
    ...{ shapes, said, forgotten },
    asked: () => asked,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('a first page that ends its worker twice says nothing: it is looked at until it is there', async () => {
  const why = 'the snapshot of "" hung'
  const { shapes, pass, asked } = open([
    { type: 'late', why },
    { type: 'late', why },
    { type: 'barred', retryAfter: 60_000, why },
    { type: 'overloaded' },
    snapshot('<a href="#/a">A</a>'),
  ])
  for (const cause of [why, why, why, 'overloaded']) {
    expect((await shapes.of('/')).why).toContain(cause)
    expect(shapes.known('/')).toBe(undefined)
    pass(2000)
  }
  expect(await shapes.of('/')).toEqual({ prefix: '#/' })
  pass(1_000_000)
  expect(await shapes.of('/')).toEqual({ prefix: '#/' })
  expect(asked()).toBe(5)
})

test('a page that has reported errors and has no links, or leads elsewhere, has not been seen', async () => {
  const { shapes, pass } = open([
    snapshot('', true),
    { type: 'redirect', status: 302, location: 'http://site.test/login' },
  ])
  expect((await shapes.of('/')).why).toContain('reported errors: broken')
  pass(2000)
  expect((await shapes.of('/')).why).toContain('http://site.test/login')
})

test('without a link "#!" is taken, and given up with all that was made by it when a link comes', async () => {
  const { shapes, said, forgotten, pass } = open([snapshot(''), snapshot('<a href="#/a">A</a>')])
  expect(await shapes.of('/')).toEqual({ prefix: '#!' })
  expect(said.join()).toContain('has no link to a state')
  pass(6000)
  await shapes.of('/')
  await expect.poll(() => shapes.known('/')).toBe('#/')
  expect(said.at(-1)).toContain('"#/"')
  expect(forgotten).toEqual(['/'])
})
