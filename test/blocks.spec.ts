/** Each block of code of README and guides is run: which spec does it, or why none can. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FOLLOWED, stepsOf } from './guides.ts'

const ROOT = join(import.meta.dirname, '..')
const COMPILED = 'docs.spec.ts'
const FIRST_USE = 'first-use.spec.ts'
const CONFIGS = 'guides.spec.ts'
const TEMPLATES = 'init.spec.ts'

/** A part of the block, and the spec that runs it or the reason why none does. */
type Row = readonly [part: RegExp, by: string | { readonly because: string }]

const because = (because: string) => ({ because })

/** Rows of all documents. */
const EVERYWHERE: readonly Row[] = [
  [/^npm (?:install|pkg)\b(?:.*\n?npm (?:install|pkg)\b)*.*$/, FIRST_USE],
  [/^\/\/ hashbang\.config\.js\n/, CONFIGS],
]

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'README.md': [[/./, 'readme.spec.ts']],
  'docs/guides/forms.md': [[/^(?:import|<form action="#!)/, COMPILED]],
  'docs/guides/visits.md': [[/^import .*start\(routes\)/s, 'dom/visits.spec.ts']],
  'docs/guides/add-to-your-app.md': [[/./, TEMPLATES]],
  'docs/guides/react.md': [
    [/withTheme/, COMPILED],
    [/./, TEMPLATES],
  ],
  'docs/guides/vue.md': [[/./, TEMPLATES]],
  'docs/guides/svelte.md': [[/./, TEMPLATES]],
  'docs/guides/solid.md': [[/./, TEMPLATES]],
  'docs/guides/preact.md': [[/./, TEMPLATES]],
  'docs/guides/lit.md': [[/./, TEMPLATES]],
  'docs/guides/angular.md': [
    [/./, because('a project of the Angular CLI; examples.spec.ts runs the same views')],
  ],
  'docs/guides/angularjs.md': [[/./, TEMPLATES]],
  'docs/guides/plain-elements.md': [[/^import .*mountView/, COMPILED]],
  'docs/guides/adopt.md': [
    [/npx hashbang adopt/, FIRST_USE],
    [/npx hashbang (?:crawl|verify)/, 'commands.spec.ts'],
    [/^\.\/dist is adopted/, 'adopt/known-apps.spec.ts'],
    [/Compared \d+ of \d+ states/, 'adopt/tools.spec.ts'],
    [/^\/\/ vite\.config\.ts/, COMPILED],
    [/chromium: \[/, 'adopt/engines.spec.ts'],
    [/prerender-status-code/, 'adopt/troubles.spec.ts'],
  ],
  'docs/guides/deploy.md': [
    [/^(?:npx |Serving https|curl )/, FIRST_USE],
    [/^It is ready/, FIRST_USE],
    [/^(?:upstream|proxy_cache_path)/, 'server/nginx.spec.ts'],
    [/^\[Unit\]/, 'deploy.spec.ts'],
    [/^(?:mkdir|ln|systemctl|nginx) /, because('the folders and services of a machine')],
    [/"stopping"/, 'server/serve.spec.ts'],
  ],
  'docs/guides/deploy-cdn.md': [
    [/^import .*tags/s, COMPILED],
    [/^npx hashbang purge/, FIRST_USE],
    [/^Dropped 1 snapshot/, 'server/purge.spec.ts'],
    [/^curl https/, 'server/purge.spec.ts'],
    [/^export PURGE_TOKEN/, because('a token of the operator')],
    [/^vary:/, 'server/markdown.spec.ts'],
  ],
  'docs/guides/deploy-containers.md': [
    [/^(?:FROM|node_modules)|HEALTHCHECK/m, 'deploy.spec.ts'],
    [/^docker /, because('a test has no Docker')],
    [/readyz|^It is ready/, FIRST_USE],
    [/"msg":"serving"/, FIRST_USE],
    [/^kubectl /, because('a test has no cluster; deploy.spec.ts checks the manifests')],
  ],
  'docs/guides/deploy-files.md': [
    [/readableScheme\('\/s\/'/, 'tools/paths.spec.ts'],
    [/^npx |^dist\/(?:site|snapshots)(?:: |\/)/, 'commands.spec.ts'],
    [/^(?:root|include) \/srv|^<VirtualHost|^curl /, 'tools/rules.spec.ts'],
    [/^(?:cp -al|mv site)/, because('the folders of a server that switches releases')],
    [/^(?:rclone|aws) /, because('a test has no bucket')],
    [/pages\.yml/, because('a test has no GitHub; examples.spec.ts runs the script')],
  ],
  'docs/guides/embed.md': [
    [/^import .*createHandler/, 'server/adapters.spec.ts'],
    [/listen\(|^npx vite build|^curl|^<title>|server\.js$/, FIRST_USE],
  ],
  'docs/guides/operate.md': [
    [/^(?:METRICS=|curl|It is ready)/, FIRST_USE],
    [
      /sitemap --list|log-level debug|jq -r|otel\.js/,
      because('programs of the operator: k6, jq, OpenTelemetry'),
    ],
    [/HB105/, 'server/open-requests.spec.ts'],
    [/^npm install @redis|^Redis fails/, 'server/redis.spec.ts'],
  ],
  'docs/guides/vike.md': [[/./, 'examples.spec.ts']],
}

/** The spec or the reason of a block. */
const rowOf = (file: string, text: string): Row | undefined =>
  [...EVERYWHERE, ...(ROWS[file] ?? [])].find(([part]) => part.test(text))

test('every block of README and guides is followed, quoted from an example, or run by a spec', () => {
  const files = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`),
  ]
  const missing: string[] = []
  const used = new Set<RegExp>()
  let count = 0
  for (const file of files) {
    if (FOLLOWED[file]) continue
    for (const step of stepsOf(file)) {
      count += 1
      // examples.spec.ts runs it.
      if (step.kind === 'file' && step.path.startsWith('examples/')) continue
      const text =
        step.kind === 'file'
          ? step.text
          : step.kind === 'command'
            ? step.line
            : step.lines.join('\n')
      const row = rowOf(file, text)
      if (row) used.add(row[0])
      else missing.push(`${file}: ${text.split('\n', 1)[0]}`)
    }
  }
  expect(count).toBeGreaterThan(80)
  expect(missing, 'Make a block a step of guides.ts, or add a row').toEqual([])
  const rows = [...EVERYWHERE, ...Object.values(ROWS).flat()]
  expect(rows.filter(([part]) => !used.has(part)).map(([part]) => String(part))).toEqual([])
})

test('each spec that runs a block exists', () => {
  const specs = Object.values(ROWS).flatMap((rows) =>
    rows.flatMap(([, by]) => (typeof by === 'string' ? [by] : [])),
  )
  expect(specs.filter((spec) => !existsSync(join(import.meta.dirname, spec)))).toEqual([])
  expect(Object.keys(FOLLOWED).filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
