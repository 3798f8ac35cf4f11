// Plans the files and steps of `hashbang init`: an app with a route table, in an empty folder or in
// a Vite project, or an app that keeps its own router.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readableScheme } from '../../../src/readable.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { packageVersion } from '../../diagnostics/runtime/versions.ts'
import { UsageError } from '../terminal.ts'
import { addPlugin } from './edit-config.ts'
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
    : mergeManifest(project, JSON.parse(manifest), created)
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
async function planConfig({ config, isTyped }: Project, template: string | undefined) {
  if (template === undefined) return { notes: [] }
  if (config === undefined)
    return { changed: { [isTyped ? 'vite.config.ts' : 'vite.config.mjs']: template }, notes: [] }
  const [call = ''] = /hashbang\(.+(?=\])/.exec(template) ?? []
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
  const { markup, replaced, notes } = editPage(page.text, entry)
  const old = replaced === undefined ? '' : join(folder, replaced)
  const styles = existsSync(old)
    ? (readFileSync(old, 'utf8').match(/^import\s+['"][^'"]+\.(?:css|scss|less)['"];?\n/gm) ?? [])
    : []
  return {
    changed: { 'index.html': markup },
    created: { [entry]: styles.join('') + texts[entry] },
    notes,
  }
}

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const MOUNT = /<div id="(?:app|root)"[^>]*>\s*<\/div>/
const SCRIPT = /<script\b(?=[^>]*type="module")[^>]*src="(?:\.?\/)?([^":]*)"[^>]*>\s*<\/script>/

/**
 * Puts the outlet into the page's mount element, and the entry in place of the old one.
 * @returns The page, the old entry if it no longer loads that one, and the steps that are left.
 */
export function editPage(page: string, entry: string) {
  if (page.includes('<hashbang-outlet')) return { markup: page, notes: [] }
  const script = `<script type="module" src="/${entry}"></script>`
  const [old, before] = SCRIPT.exec(page) ?? []
  if (MOUNT.test(page) && old !== undefined)
    return {
      // Styles may name the mount element.
      markup: page
        .replace(MOUNT, (mount) => mount.replace(/>\s*</, `>${OUTLET}<`))
        .replace(SCRIPT, script),
      replaced: before,
      notes: [
        `index.html loads ${entry} now. ${before} is there still: move its set-up to ${entry}, and delete it.`,
      ],
    }
  const added = `\n    ${OUTLET}\n    ${script}`
  const markup = /<\/body>/i.test(page)
    ? page.replace(/(\n?[ \t]*)<\/body>/i, (end) => `${added}${end}`)
    : `${page.trimEnd()}${added}\n`
  const beside = `index.html still loads ${before}, and shows its own content on every page. Delete both from index.html, or keep them as a frame around your pages.`
  return { markup, notes: old === undefined ? [] : [beside] }
}

/** The script and the packages that check types, for projects with a tsconfig.json. */
const CHECK = ['typecheck', 'typescript', 'vue-tsc', 'svelte-check']

/** Merges the manifest of the template. The project's own scripts and versions win. */
function mergeManifest(
  { manifest, folder, page, config }: Project,
  template: Required<PackageManifest>,
  created: Texts,
): PackageManifest {
  const unneeded = [
    ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    ...('tsconfig.json' in created ? [] : CHECK),
  ]
  const missing = (more: Texts) =>
    Object.fromEntries(Object.entries(more).filter(([name]) => !unneeded.includes(name)))
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
    `curl '${toUglyUrl(`${origin}/#!${state}`)}'`,
    ...(readable ? [`curl '${origin}${readableScheme(readable).href(state)}'`] : []),
  ]
  if (!isAdopted) return [install, dev, ...curls]
  const serve = 'npx hashbang serve'
  if (!hasVite) return [install, serve, ...curls]
  return [install, dev, ...curls, `${manager} run build`, `${serve} --origin http://localhost:3000`]
}
