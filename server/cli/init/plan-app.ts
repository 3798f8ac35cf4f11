// Plans an app with a route table, in an empty folder or in a Vite project.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { escapeHtml } from '../../../src/html.ts'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { headTexts } from '../../html/head-tags.ts'
import { UsageError } from '../terminal.ts'
import { addPlugin } from './edit-config.ts'
import { editPage } from './edit-page.ts'
import { FRAMEWORKS, type FrameworkParts, plainComponent } from './frameworks.ts'
import { type Choices, DEV_ORIGIN, type Plan, packageManager, unplaced } from './plan.ts'
import type { Project } from './project.ts'

/** @throws {UsageError} If the project is not built with Vite, or its server routes paths. */
export function planApp(project: Project, choices: Choices): Plan {
  refuseOtherTools(project)
  const parts: FrameworkParts = FRAMEWORKS[choices.framework]
  const names = namesIn(project, parts)
  const { page, isTyped } = project
  const edited = page && editPage(page.text, names.entry)
  const entry = entryFile(project, names, edited?.replaced)
  const config = configFile(project, parts, `hashbang({ app: '${names.routes}' })`)
  const types = planTypeCheck(project, parts)
  const dev = `${packageManager(project.folder)} run dev`
  return {
    changed: {
      'package.json': manifestFile(project, parts, types),
      ...config.files,
      'index.html': edited?.text ?? pageFile(names.entry, titleOf(project)),
    },
    created: {
      ...types.files,
      [names.hello]: isTyped ? parts.component : plainComponent(parts.component),
      [names.routes]: routesFile(project, choices, parts, names),
      [names.entry]: entry,
      // A project that has one knows what it keeps.
      ...(!existsSync(join(project.folder, '.gitignore')) && {
        '.gitignore': 'node_modules\ndist\n',
      }),
    },
    notes: edited?.notes ?? [],
    steps: config.steps,
    commands: [
      `${packageManager(project.folder)} install`,
      dev,
      `curl '${DEV_ORIGIN}/?_escaped_fragment_=/hello/ajax'`,
      ...(choices.readable ? [`curl '${DEV_ORIGIN}${choices.readable}hello/ajax'`] : []),
    ],
  }
}

function refuseOtherTools({ builder, hasVite, page }: Project): void {
  if (builder !== undefined && hasVite)
    throw new UsageError(
      `package.json has ${builder}, which serves its pages at paths: init needs an app with one index.html. Run it in another folder, such as \`npx hashbang-router init my-app\``,
    )
  if (builder !== undefined)
    throw new UsageError(
      `This project is built by ${builder}, and a route table needs Vite: keep the app as it is with \`npx hashbang-router init --adopt\`, or move it to Vite first`,
    )
  if (page !== undefined && !hasVite)
    throw new UsageError(
      'This folder has an index.html and no Vite: keep the app as it is with `npx hashbang-router init --adopt`, or add Vite with `npm install --save-dev vite`',
    )
}

/** The files that make up the app. A file of another purpose keeps its name. */
type Names = ReturnType<typeof namesIn>

function namesIn({ folder, isTyped }: Project, { extension }: FrameworkParts) {
  const script = isTyped ? 'ts' : 'js'
  const component = isTyped ? extension : extension.replace(/^ts/, 'js')
  const free = (name: string, ending: string) => {
    const path = join(folder, `src/${name}.${ending}`)
    const isOurs = !existsSync(path) || readFileSync(path, 'utf8').includes('hashbang-router')
    return `src/${isOurs ? '' : 'hashbang-'}${name}.${ending}`
  }
  const hello = `Hello.${component}`
  const routes = free('routes', script)
  // A second run keeps the files of the first.
  const isTaken = existsSync(join(folder, 'src', hello)) && !existsSync(join(folder, routes))
  return {
    routes,
    entry: free('start', script),
    hello: isTaken ? `src/hashbang-${hello}` : `src/${hello}`,
  }
}

const titleOf = ({ page, manifest }: Project): string =>
  headTexts(page?.text ?? '').title ?? manifest.name ?? 'My app'

const pageFile = (entry: string, title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escapeHtml(title)}</title>
    <script type="module" src="/${entry}"></script>
  </head>
  <body>
    <hashbang-outlet></hashbang-outlet>
  </body>
</html>
`

function manifestFile(
  { manifest, folder, page, config, indent }: Project,
  parts: FrameworkParts,
  types: ReturnType<typeof planTypeCheck>,
): string {
  const all = { ...manifest.dependencies, ...manifest.devDependencies }
  const missing = (more: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(more).filter(([name]) => !(name in all)))
  const whole = {
    ...(manifest.name === undefined && {
      name: basename(folder)
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-'),
      private: true,
    }),
    ...manifest,
    // Files of an existing project may need its own type.
    ...(page === undefined && config === undefined && { type: 'module' }),
    scripts: {
      dev: 'vite',
      build: 'vite build',
      start: 'hashbang serve --origin http://localhost:3000',
      ...types.scripts,
      ...withoutDefaults(manifest.scripts),
    },
    dependencies: {
      ...missing({ 'hashbang-router': `^${packageVersion()}`, ...parts.dependencies }),
      ...manifest.dependencies,
    },
    devDependencies: {
      ...missing({ vite: '^8.3.8', ...types.devDependencies, ...parts.devDependencies }),
      ...manifest.devDependencies,
    },
  }
  return `${JSON.stringify(whole, null, indent)}\n`
}

const withoutDefaults = (scripts: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(scripts).filter(([, line]) => !line.includes('no test specified')),
  )

function configFile({ config, isTyped }: Project, { plugin }: FrameworkParts, own: string) {
  const [statement, call] = plugin ?? []
  if (config === undefined) {
    const plugins = call === undefined ? own : `${call}, ${own}`
    const text = `${statement === undefined ? '' : `${statement}\n`}import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [${plugins}] })
`
    return { files: { [isTyped ? 'vite.config.ts' : 'vite.config.mjs']: text }, steps: [] }
  }
  const edited = addPlugin(config.text, own)
  return edited === undefined
    ? { files: {}, steps: [unplaced(config, own)] }
    : { files: { [config.path]: edited }, steps: [] }
}

// Not every tsconfig.json allows the extension: that of Vite's template for Svelte does not.
const moduleName = (file: string) => file.replace(/\.[jt]sx?$/, '')

function routesFile(
  project: Project,
  { framework, readable }: Choices,
  parts: FrameworkParts,
  { hello }: Names,
): string {
  const view = (file: string, isNamed = false) => {
    const load = `import('${moduleName(file)}')`
    const component = isNamed ? `${load}.then(({ App }) => ({ default: App }))` : load
    return parts.view === undefined ? component : `${parts.view}(${component})`
  }
  const { root } = project
  const title = titleOf(project).replace(/[\\']/g, '\\$&')
  const hasRoot = root !== undefined && parts.view !== undefined
  const isNamed = hasRoot && /sx$/.test(root.path) && !/export default/.test(root.text)
  const home = hasRoot
    ? `() => ${view(root.path.replace('src/', './'), isNamed)}`
    : `async () => ({ default: htmlView(() => html\`<a href="#!/hello/ajax">Hello</a>\`) })`
  const names = [
    'defineRoutes',
    ...(hasRoot ? [] : ['html', 'htmlView']),
    ...(readable ? ['readableScheme'] : []),
    'route',
  ]
  return `import { ${names.join(', ')} } from 'hashbang-router'
${parts.view === undefined ? '' : `import { ${parts.view} } from 'hashbang-router/${framework}'\n`}
/** One table for the browser and the server. */
export const routes = defineRoutes(
  {
    home: route('', {
      head: () => ({ title: '${title}' }),
      view: ${home},
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: \`Hello, \${data.name}\` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => ${view(hello.replace('src/', './'))},
    }),
  },${readable ? `\n  { readable: readableScheme('${readable}') },` : ''}
)
`
}

function entryFile({ folder }: Project, { routes }: Names, replaced: string | undefined): string {
  const file = replaced === undefined ? undefined : join(folder, replaced)
  const styles =
    file !== undefined && existsSync(file)
      ? (readFileSync(file, 'utf8').match(/^import\s+['"][^'"]+\.(?:css|scss|less)['"];?$/gm) ?? [])
      : []
  return `${styles.map((line) => `${line}\n`).join('')}import { markLinks, start } from 'hashbang-router/browser'
import { routes } from '${moduleName(routes.replace('src/', './'))}'

const router = start(routes)
markLinks(router)
`
}

/** Plans nothing for a project that has its own tsconfig.json, or no TypeScript. */
function planTypeCheck({ folder, isTyped }: Project, parts: FrameworkParts) {
  if (!isTyped || existsSync(join(folder, 'tsconfig.json')))
    return { files: {}, scripts: {}, devDependencies: {} }
  const [name, range, command] = parts.checker ?? []
  return {
    files: { 'tsconfig.json': tsconfig(parts) },
    scripts: { typecheck: command ?? 'tsc' },
    devDependencies: {
      // The newest that every checker takes.
      typescript: '^6.0.3',
      ...(name !== undefined && { [name]: range }),
    },
  }
}

const tsconfig = ({ compilerOptions }: FrameworkParts): string => {
  const options = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['vite/client'],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    ...compilerOptions,
  }
  return `${JSON.stringify({ compilerOptions: options, include: ['src', 'vite.config.ts'] }, null, 2)}\n`
}
