/**
 * Nothing wrong is served, in small: `npm run bench -- truth` asks for thousands of pages of the same views. Here it is a few of
 * every kind, in a framework of the seed's choice, with reuse or without as it chooses; what is right is what a thread shows that has
 * shown nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { KINDS, OF_MODULES } from '../bench/truth/behaviours.ts'
import { buildTruth } from '../bench/truth/build.ts'
import { askOracle, runTruth } from '../bench/truth/run.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))

test(`no kind of view leaves a wrong page, SEED=${seed}`, async () => {
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'truth-'))
  const site = await buildTruth(folder)
  const name = seed % 2 === 0 ? 'vanilla' : 'lit'
  const routes = KINDS.map((_, at) => `${name}-${at}`)
  const ids = [0, 1, 8, 9, 11]
  const oracle = await askOracle(site, routes, ids)
  const wrong: string[] = []
  const reuse = Math.floor(seed / 2) % 2 === 0
  const small = { pages: 12, ids, rareShare: 0.2 }
  const outcomes = await runTruth({ site, routes, seed, reuse, oracle, ...small })
  for (const [route, one] of outcomes) {
    const kind = KINDS[Number(route.split('-')[1])] as string
    if (one.wrong + one.wrongAfter === 0) continue
    // It takes some pages until it is found that a module remembers; after that each is made by a new worker.
    if (OF_MODULES.has(kind) && one.wrongAfter === 0)
      expect(one.warning, kind).toContain(`route "${route}"`)
    else
      wrong.push(
        `${route} ${kind}: ${one.wrong}, ${one.wrongAfter}, reuse ${reuse}; ${one.warning}`,
      )
  }
  await rm(folder, { recursive: true })
  expect(wrong).toEqual([])
})
