/**
 * Measures how long the compiler takes for an app of 50 to 300 routes, with typed params, search,
 * loaders, heads, children, links and matches. Each app is a project of its own, compiled against
 * the built declarations. The time of a project without routes is subtracted. The time per route
 * must not grow with the table.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { exactly } from './harness/bars.ts'
import { publish } from './harness/publish.ts'
import { quartiles, versions } from './report.ts'

const SIZES = [0, 50, 100, 200, 300]
const ROUNDS = 2

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
const folder = mkdtempSync(join(tmpdir(), 'hashbang-types-'))

/**
 * An app of so many routes, of which every fifth has a child, and all are linked to and some asked
 * for by a match.
 */
function app(size: number): string {
  const one = (n: number) => `  r${n}: route('/r${n}/:id/:name?', {
    params: { id: int },
    search: { page: int.optional(1), sort: oneOf('a', 'b').optional() },
    load: async ({ params, search, context }) => ({ id: params.id + search.page, app: context.app }),
    head: ({ data, params }) => ({ title: data.app + params.name + data.id.toFixed() }),
    ${n % 5 ? '' : `children: (route) => ({ part: route('/part/:part', { load: ({ params }) => params.id }) }),`}
  }),`
  const numbers = Array.from({ length: size }, (_, n) => n)
  const link = (n: number) => `table.href('r${n}', { id: ${n} }, { search: { page: 2 } })`
  const narrow = (n: number) => `if (match?.name === 'r${n}') match.params.id.toFixed()`
  return `import { defineRoutes, int, oneOf, routeWith } from 'hashbang-router'
const route = routeWith<{ app: string }>()
export const table = defineRoutes({
  home: route(''),
${numbers.map(one).join('\n')}
})
const match = table.match('')
${numbers.map(link).join('\n')}
${numbers.slice(0, 5).map(narrow).join('\n')}
`
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'ES2024.String', 'DOM'],
    types: [],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ['app.ts'],
}

function prepare(size: number): string {
  const home = join(folder, String(size))
  mkdirSync(join(home, 'node_modules'), { recursive: true })
  symlinkSync(resolve('.'), join(home, 'node_modules', 'hashbang-router'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(tsconfig))
  writeFileSync(join(home, 'app.ts'), app(size))
  return home
}

function compile(home: string): number {
  const started = performance.now()
  const run = spawnSync(
    process.execPath,
    [join(typescript, 'bin', 'tsc'), '-p', home, '--pretty', 'false'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`The app does not compile: ${run.stdout.slice(0, 500)}`)
  return performance.now() - started
}

const homes = SIZES.map(prepare)
const times = SIZES.map((): number[] => [])
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, home] of homes.entries()) times[index]?.push(compile(home))
  }
} finally {
  rmSync(folder, { recursive: true })
}

// The fastest of the rounds: other load on the machine can only add.
const least = times.map((rounds) => Math.min(...rounds))
const [empty = 0] = least
const perRoute = SIZES.map((size, index) => ((least[index] ?? 0) - empty) / size)
const base = perRoute[1] ?? Number.NaN
const rows = SIZES.slice(1).map((size, index) => {
  const own = perRoute[index + 1] ?? Number.NaN
  return `| ${size} | ${(own / base).toFixed(2)}x | ${((least[index + 1] ?? 0) / empty).toFixed(2)}x |`
})
const spread = quartiles(
  times.flatMap((rounds, index) => rounds.map((time) => time / (least[index] ?? 1))),
)
const last = (perRoute.at(-1) ?? 0) / base
publish({
  name: 'types',
  text: [
    'Type-check an app of N typed routes with loaders, heads, children, links and matches.',
    `Time per route divided by that at 50 routes, and whole time divided by that of an app with one route; least of ${ROUNDS} rounds (median round ${spread.median.toFixed(2)}x of the least).`,
    ['| routes | per route | whole |', '| --- | ---: | ---: |', ...rows].join('\n'),
  ],
  bars: [{ what: 'a route among 300, of one among 50', value: exactly(last), most: 1.5 }],
  versions: versions(['typescript']),
})
