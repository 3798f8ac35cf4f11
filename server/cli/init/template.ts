// Fills in the template of a framework. Each folder of `templates/` holds a project that runs.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { escapeHtml } from '../../../src/html.ts'
import { builtFolder, type Framework, type Project } from './project.ts'

export type Texts = Readonly<Record<string, string>>

export interface Choices {
  readonly isAdopted: boolean
  readonly framework: Framework
  /** The prefix of readable addresses; undefined: none. */
  readonly readable: string | undefined
}

/** The texts of a folder of `templates/`, by their paths. */
function readTemplate(name: string): Texts {
  // Both the built file and its source find it.
  const manifest = createRequire(import.meta.url).resolve('hashbang-router/package.json')
  const folder = join(dirname(manifest), 'templates', name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')])
  return Object.fromEntries(files)
}

const templateOf = ({ hasVite }: Project, { isAdopted, framework }: Choices): string =>
  isAdopted ? `adopted/${hasVite ? 'vite' : 'server'}` : framework

/** The texts of a template, by their paths in the project. */
export function fillTemplate(project: Project, choices: Choices): Texts {
  const template = readTemplate(templateOf(project, choices))
  const paths = Object.keys(template)
  const { title, root } = project
  const home = paths.find((path) => path.startsWith('src/Home.')) ?? ''
  // Modules of Lit and plain elements are views themselves.
  const hasRoot = root !== undefined && template['src/routes.ts']?.includes('View(import(')
  const places = placesIn(project, hasRoot ? paths.filter((path) => path !== home) : paths)
  const replacements = [
    ['<title>My app', `<title>${escapeHtml(title)}`],
    [`'My app'`, `'${title.replace(/[\\']/g, '\\$&')}'`],
    ...(hasRoot ? [[`import('${moduleOf(home)}')`, root]] : []),
    ...(choices.isAdopted ? adoption(project, choices) : readability(choices)),
    ...places.flatMap(([path, place]) => [
      [path, place],
      [`'${moduleOf(path)}'`, `'${moduleOf(place)}'`],
    ]),
  ]
  const fill = (text: string): string =>
    replacements.reduce((filled, [from = '', to = '']) => filled.replaceAll(from, () => to), text)
  return Object.fromEntries(places.map(([path, place]) => [place, fill(template[path] ?? '')]))
}

const readability = ({ readable }: Choices) =>
  readable === undefined
    ? [
        [' readableScheme,', ''],
        [`\n  { readable: readableScheme('/s/') },`, ''],
      ]
    : [[`'/s/'`, `'${readable}'`]]

function adoption({ hash, folder }: Project, { readable }: Choices) {
  const options = [
    ...(hash ? [`states: '${hash.states}'`] : []),
    ...(readable ? [`readable: '${readable}'`] : []),
  ]
  const site = [`site: '${builtFolder(folder) ?? 'dist'}'`, ...options].join(', ')
  return [
    ['adopt: true', `adopt: ${options.length === 0 ? 'true' : `{ ${options.join(', ')} }`}`],
    [`site: 'dist'`, site],
  ]
}

/** Where the files of a template go. A project's own files of these names stay. */
function placesIn({ folder, isTyped }: Project, paths: readonly string[]) {
  const isPlain = !isTyped && paths.some((path) => path.startsWith('javascript/'))
  const unused = isPlain ? /^tsconfig\.json$|^src\/Hello\./ : /^javascript\//
  const exists = (path: string) => existsSync(join(folder, path))
  const isTable = (path: string) =>
    exists(path) && readFileSync(join(folder, path), 'utf8').includes('hashbang-router')
  const ending = isPlain ? 'js' : 'ts'
  const hasTable = isTable(`src/routes.${ending}`) || isTable(`src/hashbang-routes.${ending}`)
  const placeOf = (path: string): string => {
    const named = path.replace('_gitignore', '.gitignore').replace('javascript/', 'src/')
    const file = isPlain ? named.replace(/^(src.+)\.ts(x?)$/, '$1.js$2') : named
    const other = file.replace('src/', 'src/hashbang-')
    // A second run keeps the files of the first.
    return exists(hasTable ? other : file) ? other : file
  }
  return paths
    .filter((path) => !unused.test(path))
    .map((path) => [path, placeOf(path)] as const)
    .filter(([, place]) => !(exists(place) && /^(?:tsconfig\.json|\.gitignore)$/.test(place)))
}

/** The name in the table's import. Not every tsconfig.json allows the ending of TypeScript. */
const moduleOf = (path: string): string => path.replace(/^\w+\//, './').replace(/\.[jt]sx?$/, '')
