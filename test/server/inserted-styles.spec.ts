/**
 * Styles that a library puts into the head once and takes for being there are in every snapshot whose page has them put in, and in no
 * other: the library begins anew with each page. The same bytes on each thread, whatever it has shown before.
 */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'
import { seededRandom } from '../../server/diagnostics/runtime/random.ts'
import { seed } from '../run/seed.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/inserted-styles')
const A = ['.css-a{color:red}', '@media print{.css-a{color:black}}', '.css-a:hover{color:blue}']
const B = ['.css-b{color:green}', '.css-b::before{content:"<"}']
/** What each view puts in, by its state. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  '/shows/a': A,
  '/shows/b': B,
  '/shows/ba': [...B, ...A],
  '/shows/ab': [...A, ...B],
  '/shows/nested': [...A, ...B, 'div.css-b .css-a{margin:0}'],
  '/shows/spins': ['.css-s{animation:spin 1s}', '.css-s:not(.x){top:0}', '@keyframes spin'],
  '/shows/module': ['.css-module{color:teal}'],
  '/shows/unmarked': ['.css-u{color:gold}'],
  '/shows/once': ['.once-h{color:plum}', '.once-h i{animation:o 1s}', '@keyframes o'],
  '/shows/component': ['x-once > p{color:peru}'],
  '/shows/again': ['.again{color:tan}'],
  '/shows/alike': [],
  '/shows/plain': [],
  '/global': ['html{color:navy}', ...A],
  '/leaves': ['html{color:navy}'],
}
/** Put in for more pages than use them. */
const FOR_OTHERS = ['.css-module{color:teal}', 'div.css-b .css-a{margin:0}']
const RULES = [...new Set(Object.values(VIEWS).flat())].filter((one) => !FOR_OTHERS.includes(one))
const RENDERS = 200

function openSite(workers: number, warnings: string[] = []) {
  return createHandler(
    {
      origin: 'http://styles.test',
      pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
      workers,
      cache: { bytes: 0 },
      limits: { deadline: 60_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(...event.warnings)
          if (event.type === 'replaced') warnings.push(event.why)
        },
      ],
    },
  )
}
type Site = Awaited<ReturnType<typeof openSite>>

async function textOf(site: Site, state: string): Promise<string> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  expect(response?.status, state).toBe(200)
  return String(response?.body)
}

const stylesOf = (text: string): string =>
  [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n')

test('a page holds the rules that its own view has put in, whatever was shown before', async () => {
  const warnings: string[] = []
  const site = await openSite(1, warnings)
  for (let round = 0; round < 2; round++) {
    for (const [state, own] of Object.entries(VIEWS)) {
      const css = stylesOf(await textOf(site, state))
      for (const rule of ['body{line-height:1}', ...own]) expect(css, state).toContain(rule)
      for (const rule of RULES.filter((one) => !own.includes(one))) {
        expect(css, state).not.toContain(rule)
      }
    }
  }
  expect(warnings).toEqual([])
  await site.close()
})

test(`${RENDERS} renders on two workers in any order give one body for each state, SEED=${seed}`, {
  tag: '@nightly',
}, async () => {
  const random = seededRandom(seed)
  const warnings: string[] = []
  const site = await openSite(2, warnings)
  const states = Object.keys(VIEWS)
  const bodies = new Map(states.map((state) => [state, new Set<string>()]))
  await Promise.all(
    Array.from({ length: RENDERS }, async () => {
      const state = states[Math.floor(random() * states.length)] as string
      bodies.get(state)?.add(await textOf(site, state))
    }),
  )
  for (const [state, seen] of bodies) expect([state, seen.size]).toEqual([state, 1])
  expect(warnings).toEqual([])
  await site.close()
})
