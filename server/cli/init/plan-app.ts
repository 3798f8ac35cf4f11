// Plans an app with a route table, in an empty folder or in a Vite project.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { UsageError } from '../terminal.ts'
import { addPlugin, editPage } from './edit-config.ts'
import { FRAMEWORKS, type FrameworkParts } from './frameworks.ts'
import { type Choices, DEV_ORIGIN, type Plan, packageManager, unplaced } from './plan.ts'
import type { Project } from './project.ts'

const CALL = `hashbang({ app: 'src/routes.ts' })`
const ENTRY = 'src/start.ts'

/** @throws {UsageError} If the project is not built with Vite. */
export function planApp(project: Project, choices: Choices): Plan {
  if (project.page !== undefined && !project.hasVite)
    throw new UsageError(
      'This folder has an index.html and no Vite: add Vite, or keep the app as it is with `hashbang init --adopt`',
    )
  const parts: FrameworkParts = FRAMEWORKS[choices.framework]
  const hello = `src/Hello.${parts.extension}`
  const common = { [hello]: parts.component, 'src/routes.ts': routesFile(project, choices, parts) }
  const { page } = project
  const edited = page && editPage(page.text, ENTRY)
  const entry = entryFile(project, edited?.replaced)
  const config = configFile(project, parts)
  const types = planTypeCheck(project.folder, parts)
  const dev = `${packageManager()} run dev`
  return {
    changed: {
      'package.json': manifestFile(project, parts, types),
      ...config.files,
      'index.html': edited?.text ?? PAGE,
    },
    created: { ...types.files, ...common, [ENTRY]: entry },
    notes: [
      ...config.notes,
      ...(edited?.replaced === undefined
        ? []
        : [
            `index.html loads ${ENTRY} now. ${edited.replaced} is there still: move its set-up to ${ENTRY} if you need it.`,
          ]),
    ],
    commands: [
      `${packageManager()} install`,
      dev,
      `curl '${DEV_ORIGIN}/?_escaped_fragment_=/hello/ajax'`,
      ...(choices.readable ? [`curl '${DEV_ORIGIN}${choices.readable}hello/ajax'`] : []),
    ],
  }
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>My app</title>
    <script type="module" src="/${ENTRY}"></script>
  </head>
  <body>
    <hashbang-outlet></hashbang-outlet>
  </body>
</html>
`

function manifestFile(
  { manifest, folder }: Project,
  parts: FrameworkParts,
  types: TypeCheck,
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
    type: manifest.type === 'commonjs' ? 'module' : (manifest.type ?? 'module'),
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
  return `${JSON.stringify(whole, null, 2)}\n`
}

const withoutDefaults = (scripts: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(scripts).filter(([, line]) => !line.includes('no test specified')),
  )

function configFile({ config }: Project, { plugin }: FrameworkParts) {
  const [statement, call] = plugin ?? []
  if (config === undefined) {
    const plugins = call === undefined ? CALL : `${call}, ${CALL}`
    const text = `${statement === undefined ? '' : `${statement}\n`}import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [${plugins}] })
`
    return { files: { 'vite.config.ts': text }, notes: [] }
  }
  const edited = addPlugin(config.text, CALL)
  return edited === undefined
    ? { files: {}, notes: [unplaced(config.path, CALL)] }
    : { files: { [config.path]: edited }, notes: [] }
}

// Not every tsconfig.json allows the extension: that of Vite's template for Svelte does not.
const moduleName = (file: string) => file.replace(/\.tsx?$/, '')

function routesFile(
  { root }: Project,
  { framework, readable }: Choices,
  parts: FrameworkParts,
): string {
  const view = (file: string, isNamed = false) => {
    const load = `import('${moduleName(file)}')`
    const component = isNamed ? `${load}.then(({ App }) => ({ default: App }))` : load
    return parts.view === undefined ? component : `${parts.view}(${component})`
  }
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
      head: () => ({ title: 'My app' }),
      view: ${home},
    }),
    hello: route('/hello/:name', {
      load: ({ params }) => ({ name: params.name }),
      head: ({ data }) => ({ title: \`Hello, \${data.name}\` }),
      entries: () => [{ params: { name: 'ajax' } }],
      view: () => ${view(`./Hello.${parts.extension}`)},
    }),
  },${readable ? `\n  { readable: readableScheme('${readable}') },` : ''}
)
`
}

function entryFile({ folder }: Project, replaced: string | undefined): string {
  const file = replaced === undefined ? undefined : join(folder, replaced)
  const styles =
    file !== undefined && existsSync(file)
      ? (readFileSync(file, 'utf8').match(/^import\s+['"][^'"]+\.(?:css|scss|less)['"];?$/gm) ?? [])
      : []
  return `${styles.map((line) => `${line}\n`).join('')}import { markLinks, start } from 'hashbang-router/browser'
import { routes } from './routes'

const router = start(routes)
markLinks(router)
`
}

interface TypeCheck {
  readonly files: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Plans nothing for a project that has its own tsconfig.json. */
function planTypeCheck(folder: string, parts: FrameworkParts): TypeCheck {
  if (existsSync(join(folder, 'tsconfig.json')))
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
