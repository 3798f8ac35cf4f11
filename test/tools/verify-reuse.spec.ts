/** `hashbang verify --reuse` says which routes may have their views used again, whether they ask for it or not. */
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from './command.ts'

const config = ['-c', resolve('test/fixtures/retained/hashbang.config.mjs')]

test('every route gets its verdict, those that must not their first difference, and the seed repeats it', async () => {
  test.setTimeout(300_000)
  const run = () => hashbang(['verify', '--reuse', ...config, '--seed', '7', '--json'])
  const { code, stdout, stderr } = await run()
  expect(code, stderr).toBe(1)
  const { seed, routes } = JSON.parse(stdout)
  expect(seed).toBe(7)
  const verdicts = Object.fromEntries(
    routes.map(({ route, verdict, asks }: { route: string; verdict: string; asks: boolean }) => [
      route,
      `${verdict}${asks ? ', asks' : ''}`,
    ]),
  )
  expect(verdicts).toMatchObject({
    honest: 'same, asks',
    photo: 'different, asks',
    subscriber: 'same, asks',
    weary: 'different, asks',
    unasked: 'different',
    text: 'nothing',
  })
  const photo = routes.find(({ route }: { route: string }) => route === 'photo')
  expect(photo.reason).toMatch(
    /the view of route "photo" shows something else for "#!\/photo\/n\d+" .*\.png/,
  )
  expect((await run()).stdout).toBe(stdout)
})

test('people are told in lines, and nothing to verify is said to be so', async () => {
  const { stdout } = await hashbang([
    'verify',
    '--reuse',
    ...config,
    '--sample',
    '3',
    '--seed',
    '1',
  ])
  expect(stdout).toMatch(
    /same {6}\/ honest: may say `reuse: true`, and does \(3 states, \d+ proofs\)/,
  )
  expect(stdout).toMatch(/drawn with --seed 1: \d+ say `reuse: true` and must not\./)
  const { code, stderr } = await hashbang(['verify'])
  expect(code).toBe(2)
  expect(stderr).toContain('--reuse')
})
