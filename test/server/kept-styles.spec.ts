/**
 * Styles that a library puts into the head once and never again are in every snapshot that uses them, and in no other: the same
 * bytes on each thread, whatever it has shown before.
 */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'
import { seededRandom } from '../../server/runtime/random.ts'
import { seed } from '../run/seed.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/kept-styles')
const NAMES = [
  'a',
  'b',
  'ab',
  'ba',
  'nested',
  'spins',
  'module',
  'unmarked',
  'once',
  'component',
  'again',
  'plain',
]
const STATES = ['/global', ...NAMES.map((name) => `/shows/${name}`)]
const RENDERS = 200

function openSite(workers: number, warnings: string[] = []) {
  return createHandler({
    origin: 'http://styles.test',
    pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
    workers,
    cacheBytes: 0,
    deadline: 10_000,
    wait: 20_000,
    observe(event) {
      if (event.type === 'warning') warnings.push(...event.warnings)
      if (event.type === 'replaced') warnings.push(event.why)
    },
  })
}
type Site = Awaited<ReturnType<typeof openSite>>

async function textOf(site: Site, state: string): Promise<string> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  expect(response?.status, state).toBe(200)
  return String(response?.body)
}

const stylesOf = (text: string): string[] =>
  [...text.matchAll(/<style([^>]*)>([\s\S]*?)<\/style>/g)]
    .map(([, attributes, css]) => `${attributes?.trim()}|${css}`)
    .filter((style) => style !== '|p { margin: 0 }')

test('a page holds the rules that it uses, also those that were put in for an earlier one', async () => {
  const warnings: string[] = []
  const site = await openSite(1, warnings)
  const body = 'body{line-height:1}'
  const a = '.css-a{color:red}\n@media print{.css-a{color:black}}\n.css-a:hover{color:blue}'
  const b = '.css-b{color:green}\n.css-b::before{content:"<"}'
  for (let round = 0; round < 2; round++) {
    for (const [name, ...styles] of [
      ['a', `data-emotion="css"|${body}\n${a}`],
      ['b', `data-emotion="css"|${body}\n${b}`],
      ['ba', `data-emotion="css"|${body}\n${b}\n${a}`],
      ['ab', `data-emotion="css"|${body}\n${a}\n${b}`],
      ['nested', `data-emotion="css"|${body}\n${b}\n${a}\ndiv.css-b .css-a{margin:0}`],
      [
        'spins',
        `data-emotion="css"|${body}\n.css-s{animation:spin 1s}\n.css-s:not(.x){top:0}\n@keyframes spin{from{opacity:0}}`,
      ],
      ['module', `data-emotion="css"|${body}\n.css-module{color:teal}`],
      ['unmarked', `data-emotion="css"|${body}`, '|.css-u{color:gold}'],
      [
        'once',
        `data-emotion="css"|${body}`,
        '|.once-h{color:plum}\n.once-h i{animation:o 1s}\n@keyframes o{to{top:0}}',
      ],
      ['component', `data-emotion="css"|${body}`, '|x-once > p{color:peru}'],
      ['again', `data-emotion="css"|${body}`, '|.again{color:tan}'],
      ...(round > 0 ? [['alike', `data-emotion="css"|${body}`]] : []),
      ['plain', `data-emotion="css"|${body}`],
    ]) {
      expect([name, ...stylesOf(await textOf(site, `/shows/${name}`))]).toEqual([name, ...styles])
    }
    // Stands before a tag that it takes for being there.
    expect(stylesOf(await textOf(site, '/global'))).toEqual([
      'data-emotion="css-global"|html{color:navy}',
      `data-emotion="css"|${body}\n${a}`,
    ])
  }
  expect(warnings).toEqual([])
  await site.close()
})

test(`${RENDERS} renders on two workers in any order give one body for each state, SEED=${seed}`, async () => {
  test.setTimeout(300_000)
  const random = seededRandom(seed)
  const warnings: string[] = []
  const site = await openSite(2, warnings)
  const bodies = new Map(STATES.map((state) => [state, new Set<string>()]))
  await Promise.all(
    Array.from({ length: RENDERS }, async () => {
      const state = STATES[Math.floor(random() * STATES.length)] as string
      bodies.get(state)?.add(await textOf(site, state))
    }),
  )
  for (const [state, seen] of bodies) expect([state, seen.size]).toEqual([state, 1])
  expect(warnings).toEqual([])
  await site.close()
})

test('a thread shows no other page after one that has left a style for all pages', async () => {
  const warnings: string[] = []
  const site = await openSite(1, warnings)
  const before = await textOf(site, '/shows/plain')
  expect(stylesOf(await textOf(site, '/leaves')).join()).toContain('html{color:navy}')
  expect(await textOf(site, '/shows/plain')).toBe(before)
  expect(warnings.join()).toContain('a style for all pages that a view has left in the head')
  await site.close()
})
