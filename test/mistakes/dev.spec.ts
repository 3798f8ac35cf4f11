/** Mistakes in development: told in the terminal, and in the place of the snapshot. */
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger, type Plugin } from 'vite'
import { develop, type Files, project } from '../project.ts'
import { holds, readMistakes, shell } from './mistake.ts'

/** An app with a mistake in every route but the first. */
const APP = `import { defineRoutes, html, htmlView, route } from 'hashbang-router'

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
  file: route('/file/:id', { load: async () => (await fetch('/none.json')).json(), view }),
  starts: route('/starts', { view: () => import('./views/starts.ts') }),
  asks: route('/asks/:id', { load: ({ fetch, signal }) => fetch('/silent', { signal }).then(String), view }),
  template: route('/template/:id', { view: () => import('./views/template.ts') }),
  layout: route('/layout', { view, children: (route) => ({ inner: route('/inner', { view }) }) }),
  bare: route('bare/:id', { view }),
  text: route('/text', { load: () => { throw 'no' }, view }),
  headed: route('/headed', { head: () => ({ titel: 'x' }) as object, view }),
  given: route('/given', { view: (() => ({ type: 'p' })) as never }),
  silent: route('/silent', { view: () => import('./views/silent.ts') }),
  wide: route('/wide', { load: () => window.innerWidth, view }),
})
`
const FAULTY: Files = {
  'index.html': shell('<script type="module" src="/main.ts"></script>'),
  'main.ts': `import { start } from 'hashbang-router/browser'\nimport { routes } from './app.ts'\nexport const router = start(routes)\n`,
  'app.ts': APP,
  'views/named.ts': `import { html, htmlView } from 'hashbang-router'\nexport const Named = htmlView(() => html\`<h1>named</h1>\`)\n`,
  'views/silent.ts': `import { html, htmlView } from 'hashbang-router'\nexport default htmlView((() => void html\`<h1>x</h1>\`) as never)\n`,
  'views/starts.ts': `import { html, htmlView } from 'hashbang-router'
import { router } from '../main.ts'
export default htmlView(() => html\`<p>\${String(router.pending)}</p>\`)
`,
  'views/component.ts': 'export default function Component() { return null }\n',
  'views/template.ts': `import { html, htmlView } from 'hashbang-router'

interface Unused {
  readonly types: 'take lines away'
}

export default htmlView<unknown, { id: string }>(
  ({ params }) => html\`<ul><li>\${params.id}</ul>\`,
)
`,
}

const SIGNS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

/** An API that never answers. */
const SILENT: Plugin = {
  name: 'silent',
  configureServer: ({ middlewares }) => void middlewares.use('/silent', () => undefined),
}

/** Develops an app: the lines in the terminal, and its snapshots. */
async function dev(files: Files) {
  const root = project(files, 'mistakes')
  const unread: string[] = []
  const all: string[] = []
  const note = (text: string) => {
    unread.push(text)
    all.push(text)
  }
  const { origin, server } = await develop(root, {
    configFile: false,
    customLogger: { ...createLogger('silent'), warn: note, error: note, info: note },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [hashbang({ app: 'app.ts' }), SILENT],
  })
  const urlOf = (state: string) => `${origin}/?_escaped_fragment_=${state}`
  const get = async (state: string) => {
    const response = await fetch(urlOf(state), { headers: { accept: 'text/html' } })
    const html = await response.text()
    const text = html
      .replace(/<[^>]+>/g, '')
      .replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => SIGNS[name] ?? '')
    return { status: response.status, html, text }
  }
  const newLines = () => unread.splice(0).join('\n')
  return { root, urlOf, get, server, newLines, log: () => all.join('\n') }
}

let faulty: Awaited<ReturnType<typeof dev>>
test.beforeAll(async () => {
  faulty = await dev(FAULTY)
})
test.afterAll(() => faulty.server.close())
test.beforeEach(() => void faulty.newLines())

const MISTAKES = readMistakes(`
a loader that throws ¦ /throws/ajax
  RangeError ¦ no word ajax ¦ #!/throws/ajax ¦ app.ts:13:
a loader that fetches a file that is not there ¦ /file/7
  SyntaxError: Unexpected ¦ /none.json was answered with 404 ¦ put it into public/ ¦ #!/file/7
a view module without default export ¦ /named
  HB005: The view module of "named" ¦ /views/named.ts, has no default export ¦ #!/named
  export default htmlView(…), mountView(…) or a custom element class
a component of a framework as a view ¦ /component
  HB005: The view of "component", /views/component.ts, is the function Component ¦ #!/component
  cannot be shown
  wrap a component of a framework, such as reactView(
a component that is shown as it is ¦ /given
  HB005: The view of "given" is the function ¦ imports no module ¦ #!/given
  reactView(import('./View.tsx'))
a loader that throws a text ¦ /text
  HB010: A guard, loader, head or view of "text" threw "no" ¦ throw an Error ¦ #!/text ¦ its stack
a view that returns nothing ¦ /silent
  HB020: The view of "silent" returned undefined ¦ return html ¦ #!/silent ¦ instead of HTML
a route without a view ¦ /blank/7
  HB004: The route "blank" has no view ¦ "#!/blank/7" ¦ #!/blank/7
  add view: () => import('./view.ts')
a view that imports the module that calls start ¦ /starts
  HB123: start() was called in a snapshot, by ¦ /main.ts:3 ¦ #!/starts
  import the module that calls it from index.html only
a template with a tag that is not closed ¦ /template/7
  This html template cannot be used ¦ </ul> stands where <li> must be closed first
  <ul><li>\${…}</ul> ¦ views/template.ts:8:
`)

for (const { columns, ...mistake } of MISTAKES)
  test(`${mistake.name} has a message in the terminal, and in the response with status 500`, async () => {
    const { status, html } = await faulty.get(columns[0] ?? '')
    expect(status).toBe(500)
    holds(html, mistake)
    holds(faulty.newLines(), mistake)
  })

for (const { columns, ...mistake } of readMistakes(`
a layout without an outlet ¦ /layout/inner ¦ 200
  #!/layout/inner: HB121: The view of "layout" ¦ shows no <hashbang-outlet> ¦ "layout.inner"
  put <hashbang-outlet></hashbang-outlet> where it should be
a head with a slip ¦ /headed ¦ 200
  #!/headed: HB122: The head of "headed" ¦ "titel" ¦ did you mean "title"? ¦ shown nowhere
a link with a slash that its pattern lacks ¦ /bare/7 ¦ 404
  HB119: No route takes "#!/bare/7" ¦ "bare" (bare/:id) takes "#!bare/7" ¦ (bare/:id)
  both with "/" at the beginning
`))
  test(`${mistake.name} has a message in the terminal`, async () => {
    const { status } = await faulty.get(columns[0] ?? '')
    expect(status).toBe(Number(columns[1]))
    await expect.poll(faulty.log).toContain(mistake.parts[3])
    holds(faulty.log(), mistake)
  })

test('a loader that reads the window has a message in the terminal', async () => {
  await faulty.get('/wide')
  const parts = ['HB120: The load of "wide"', 'reads window.innerWidth', '1280 by 720 px']
  await expect.poll(faulty.log).toContain(parts[0])
  holds(faulty.log(), {
    name: 'a loader that reads the window',
    parts: [...parts, 'Read it in the view'],
  })
})

test('the dev server prints the address of a snapshot', () => {
  faulty.server.printUrls()
  expect(faulty.newLines()).toContain(faulty.urlOf(''))
})

for (const { columns, ...mistake } of readMistakes(`
a loader that hangs ¦ /hangs/7
  HB104: "#!/hangs/7" ¦ the loader of "hangs" ¦ 1000 ms ¦ fetch(url, { signal })
a loader whose request hangs ¦ /asks/7
  HB104: "#!/asks/7" ¦ the loader of "asks" ¦ /silent (signal passed) ¦ Make its server answer sooner
`))
  test(`after a second, the terminal names ${mistake.name}, by route and state`, async () => {
    const broken = new AbortController()
    const request = fetch(faulty.urlOf(columns[0] ?? ''), { signal: broken.signal })
    await expect.poll(faulty.log).toContain(mistake.parts[0])
    broken.abort()
    await request.catch(() => undefined)
    holds(faulty.log(), mistake)
  })

const BROKEN: Readonly<Record<string, string>> = {
  'routes that defineRoutes was not called with': `import { route } from 'hashbang-router'\nexport const routes = { home: route('') }\n`,
  'a context() that throws': `${APP}\nexport const context = () => { throw new Error('no database at db.test') }\n`,
  'a syntax error': `export const routes = defineRoutes({ home: route('' })\n`,
}

for (const mistake of readMistakes(`
routes that defineRoutes was not called with
  HB101: The app module of "/" ¦ {"home": ¦ export const routes = defineRoutes({ … }) ¦ app.ts
a context() that throws
  HB103: The context() of the app module of "/" ¦ no database at db.test
  repair the service that it connects to ¦ app.ts:
a syntax error
  PARSE_ERROR ¦ Expected \`,\` or \`)\` but found \`}\` ¦ Opened here ¦ app.ts:1:5
`))
  test(`${mistake.name} has a message in the terminal, and in the error page of Vite`, async () => {
    const app = await dev({ ...FAULTY, 'app.ts': BROKEN[mistake.name] ?? '' })
    const { status, text } = await app.get('')
    expect(status).toBe(500)
    holds(text.replaceAll('\\"', '"').replaceAll('\\n', '\n'), mistake)
    holds(app.newLines(), mistake)
    await app.server.close()
  })

test('at the start, the terminal names a missing index.html and its remedy', async () => {
  const bare = await dev({ 'app.ts': APP })
  const remedy = 'Write it with <hashbang-outlet></hashbang-outlet>'
  const parts = ['The page "/" needs the file index.html', 'has none', remedy, bare.root]
  holds(bare.newLines(), { name: 'no index.html', parts })
  await bare.server.close()
})
