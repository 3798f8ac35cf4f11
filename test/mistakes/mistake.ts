/**
 * A mistake and what is said of it. Every message is held to have the name of what is wrong, the value, the remedy, and the place
 * where it is to be mended.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'

/** What a message must hold. */
export interface Mistake {
  readonly what: string
  readonly name: string | RegExp
  readonly value: string | RegExp
  readonly remedy: string | RegExp
  readonly place: string | RegExp
}

/** Holds a message to it. */
export function holds(text: string, { what, name, value, remedy, place }: Mistake): void {
  for (const [part, wanted] of Object.entries({ name, value, remedy, place })) {
    const pattern = typeof wanted === 'string' ? expect.stringContaining(wanted) : undefined
    const label = `${part} of "${what}"`
    if (pattern) expect(text, label).toEqual(pattern)
    else expect(text, label).toMatch(wanted)
  }
}

/** Writes a project, inside the package so that it finds the package by its name. */
export function project(files: Readonly<Record<string, string>>): string {
  const cache = join(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'mistakes-'))
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return root
}

const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body><hashbang-outlet></hashbang-outlet></body></html>'

/** An app with a mistake in every route but the first. */
export const FAULTY: Readonly<Record<string, string>> = {
  'index.html': SHELL.replace('</body>', '<script type="module" src="/main.ts"></script></body>'),
  'main.ts': `import { start } from 'hashbang-router/browser'
import { routes } from './app.ts'
start(routes)
`,
  'app.ts': `import { defineRoutes, html, htmlView, oneOf, route } from 'hashbang-router'

interface Word {
  readonly lemma: string
}

const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })

export const routes = defineRoutes({
  home: route('', { view }),
  throws: route('/throws/:id', {
    load: ({ params }): Word => {
      throw new RangeError(\`no word \${params.id}\`)
    },
    view,
  }),
  named: route('/named', { view: (() => import('./views/named.ts')) as never }),
  component: route('/component', { view: (() => import('./views/component.ts')) as never }),
  blank: route('/blank/:id'),
  hangs: route('/hangs/:id', { load: () => new Promise<never>(() => {}), view }),
  template: route('/template/:id', { view: () => import('./views/template.ts') }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
  word: route('/word/:lemma', { view }),
})
`,
  'views/named.ts': `import { html, htmlView } from 'hashbang-router'
export const Named = htmlView(() => html\`<h1>named</h1>\`)
`,
  'views/component.ts': `export default function Component() { return null }
`,
  'views/template.ts': `import { html, htmlView } from 'hashbang-router'

interface Unused {
  readonly types: 'take lines away'
}

export default htmlView<unknown, { id: string }>(
  ({ params }) => html\`<ul><li>\${params.id}</ul>\`,
)
`,
}
