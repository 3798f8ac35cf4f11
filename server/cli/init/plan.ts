// Plans the files and steps of `hashbang init`: an app with a route table, in an empty folder or in
// a Vite project, or an app that keeps its own router.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readableScheme } from '../../../src/readable.ts'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { UsageError } from '../terminal.ts'
import { addPlugin } from './edit-config.ts'
import { editPage } from './edit-page.ts'
import { builtFolder, type PackageManifest, type Project, packageManager } from './project.ts'
import { type Choices, fillTemplate, type Texts } from './template.ts'
import type { PlannedFiles } from './write-plan.ts'

/** Vite's default. Vite takes the next port if another program has this one. */
export const DEV_ORIGIN = 'http://localhost:5173'

export interface Plan extends PlannedFiles {
  /** Paragraphs; some are steps to do by hand before the commands. */
  readonly notes: readonly string[]
  readonly commands: readonly string[]
}

/** @throws {UsageError} If a route table does not fit the project. */
export async function planProject(project: Project, choices: Choices): Promise<Plan> {
  if (!choices.isAdopted) refuseOtherTools(project)
  const {
    'package.json': manifest = '{}',
    'vite.config.ts': ownConfig,
    'index.html': ownPage,
    ...created
  } = fillTemplate(project, choices)
  const config = await planConfig(project, ownConfig)
  const page = planPage(project, created, ownPage)
  const merged = choices.isAdopted
    ? { ...project.manifest, dependencies: { ...OWN, ...project.manifest.dependencies } }
    : mergeManifest(project, JSON.parse(manifest), 'tsconfig.json' in created)
  return {
    changed: {
      'package.json': `${JSON.stringify(merged, null, project.indent)}\n`,
      ...config.changed,
      ...page.changed,
    },
    created: { ...created, ...page.created },
    notes: [...page.notes, ...(choices.isAdopted ? adoptionNotes(project) : []), ...config.notes],
    commands: commandsFor(project, choices),
  }
}

const OWN = { 'hashbang-router': `^${packageVersion()}` }

function refuseOtherTools({ builder, hasVite, page }: Project): void {
  const keep = 'keep the app as it is with `npx hashbang-router init --adopt`'
  if (builder !== undefined && hasVite)
    throw new UsageError(
      `package.json has ${builder}, which serves its pages at paths: init needs an app with one index.html. Run it in another folder, such as \`npx hashbang-router init my-app\``,
    )
  if (builder !== undefined)
    throw new UsageError(
      `This project is built by ${builder}, and a route table needs Vite: ${keep}, or move it to Vite first${builder.startsWith('@angular/') ? ' (docs/guides/angular.md)' : ''}`,
    )
  if (page !== undefined && !hasVite)
    throw new UsageError(
      `This folder has an index.html and no Vite: ${keep}, or add Vite with \`npm install --save-dev vite\``,
    )
}

/** Adds the plugin of a template's configuration to the project's, or takes the template's. */
async function planConfig({ config, isTyped }: Project, text: string | undefined) {
  if (text === undefined) return { notes: [] }
  if (config === undefined)
    return { changed: { [isTyped ? 'vite.config.ts' : 'vite.config.mjs']: text }, notes: [] }
  const [call = ''] = /hashbang\(.+(?=\])/.exec(text) ?? []
  const edited = await addPlugin(config.text, call)
  if (edited !== undefined) return { changed: { [config.path]: edited }, notes: [] }
  const load = /\bmodule\.exports\b/.test(config.text)
    ? `const { hashbang } = require('hashbang-router/vite')`
    : `import { hashbang } from 'hashbang-router/vite'`
  const note = `${config.path} has a form that init does not know, so it is unchanged. Add two things to it:
  ${load}
  ${call}, as the last of its plugins`
  return { notes: [note] }
}

/** Edits the project's page, or takes the template's. The entry keeps the styles of the old one. */
function planPage({ folder, page }: Project, texts: Texts, ownPage = '') {
  const entry = Object.keys(texts).find((path) => /start\.[jt]s$/.test(path))
  if (entry === undefined) return { notes: [] }
  if (page === undefined) return { changed: { 'index.html': ownPage }, notes: [] }
  const { text, replaced, notes } = editPage(page.text, entry)
  const old = replaced === undefined ? '' : join(folder, replaced)
  const styles = existsSync(old)
    ? (readFileSync(old, 'utf8').match(/^import\s+['"][^'"]+\.(?:css|scss|less)['"];?\n/gm) ?? [])
    : []
  return {
    changed: { 'index.html': text },
    created: { [entry]: styles.join('') + texts[entry] },
    notes,
  }
}

/** The script and the packages that check types. */
const CHECK = ['typecheck', 'typescript', 'vue-tsc', 'svelte-check']

/** The project's own scripts and versions win. @param isChecked Whether the types are checked. */
function mergeManifest(
  { manifest, folder, page, config }: Project,
  template: Required<PackageManifest>,
  isChecked: boolean,
): PackageManifest {
  const own = { ...manifest.dependencies, ...manifest.devDependencies }
  const missing = (more: Texts) =>
    Object.fromEntries(
      Object.entries(more).filter(
        ([name]) => !(name in own) && (isChecked || !CHECK.includes(name)),
      ),
    )
  const scripts = Object.entries(manifest.scripts ?? {})
  const name = basename(folder).toLowerCase()
  return {
    ...(manifest.name === undefined && { name: name.replace(/[^a-z0-9-]+/g, '-'), private: true }),
    ...manifest,
    // Files of an existing project may need its own type.
    ...(page === undefined && config === undefined && { type: template.type }),
    scripts: {
      ...missing(template.scripts),
      ...Object.fromEntries(scripts.filter(([, line]) => !line.includes('no test specified'))),
    },
    dependencies: { ...missing({ ...template.dependencies, ...OWN }), ...manifest.dependencies },
    devDependencies: { ...missing(template.devDependencies), ...manifest.devDependencies },
  }
}

const adoptionNotes = ({ folder, hasVite }: Project): readonly string[] => [
  'Your app stays as it is. Its snapshots come from its own page and scripts.',
  ...(hasVite || builtFolder(folder) !== undefined
    ? []
    : [
        'No folder here holds a built index.html: build your app, and set `site` in hashbang.config.mjs to the folder of the build.',
      ]),
]

function commandsFor({ folder, hasVite }: Project, { isAdopted, readable }: Choices) {
  const manager = packageManager(folder)
  const install = `${manager} install`
  const dev = `${manager} run dev`
  const state = isAdopted ? '/' : '/hello/ajax'
  const origin = isAdopted && !hasVite ? 'http://localhost:3000' : DEV_ORIGIN
  const curls = [
    `curl '${origin}/?_escaped_fragment_=${state}'`,
    ...(readable ? [`curl '${origin}${readableScheme(readable).href(state)}'`] : []),
  ]
  if (!isAdopted) return [install, dev, ...curls]
  const serve = 'npx hashbang serve'
  if (!hasVite) return [install, serve, ...curls]
  return [install, dev, ...curls, `${manager} run build`, `${serve} --origin http://localhost:3000`]
}
