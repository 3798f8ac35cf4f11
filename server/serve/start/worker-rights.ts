// Limits a worker process to the environment variables and files that it needs, and the network. It
// cannot write, start programs or threads, load native code or be debugged.

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, parse, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The variables that Node needs to start, to find libraries and to trust servers. */
const VARIABLES = [
  'NODE_ENV',
  'PATH',
  'LD_LIBRARY_PATH',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

/** @param names Further variables, as in `workerEnv`. */
export function variablesOf(names: readonly string[]): NodeJS.ProcessEnv {
  const further = names.map((name) => name.replace(/\?$/, ''))
  const all = [...VARIABLES, ...further].map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

/** @returns A warning, if a variable is not set whose name in `workerEnv` does not end with `?`. */
export function unsetVariables(names: readonly string[] = []): string | undefined {
  const unset = names.filter((name) => !name.endsWith('?') && process.env[name] === undefined)
  if (unset.length === 0) return undefined
  return (
    `"workerEnv" names ${unset.join(', ')}, which this process does not have: set it, correct ` +
    `the name, or write "${unset[0]}?" if your app does without`
  )
}

/**
 * Node's flags for a worker.
 * @param files It may read their projects. @param folders It may read them.
 * @param more The operator's flags.
 */
export function flagsOf(
  files: readonly string[],
  folders: readonly string[],
  more: readonly string[],
): readonly string[] {
  const known = process.allowedNodeEnvironmentFlags
  // Node 20 would need its flag for an experimental model.
  if (!known.has('--permission')) return more.filter((flag) => !flag.startsWith('--allow-'))
  const readable = [...projectsOf([...files, OWN]), ...folders]
  return [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    // Node 25 asks for the network, and warns.
    ...(known.has('--allow-net') ? ['--allow-net', '--disable-warning=ExperimentalWarning'] : []),
    ...more,
  ]
}

/** The folder of this package. */
const OWN = fileURLToPath(new URL('../../../', import.meta.url))

/** The folders of files and their packages, also where links lead. */
export function projectsOf(files: readonly string[]): readonly string[] {
  const existing = files.filter((file) => existsSync(file))
  const projects = new Set<string>()
  const add = (file: string) => {
    const project = projectOf(file)
    if (projects.has(project)) return
    projects.add(project)
    for (const linked of linkedPackages(file, project)) add(realpathSync(linked))
  }
  for (const file of existing) add(realpathSync(file))
  const folders = [...projects, ...existing.map(projectOf)]
  const ended = [...new Set(folders.map((folder) => folder.replace(/[\\/]*$/, sep)))]
  return ended.filter((one) => !ended.some((other) => other !== one && one.startsWith(other)))
}

/**
 * The topmost folder with packages or a package.json, as in a monorepo; never the root, and the
 * home folder only as the last choice.
 */
function projectOf(file: string): string {
  const above = ancestorsOf(file).slice(0, -1)
  const projects = above.filter((folder) =>
    ['node_modules', 'package.json'].some((name) => existsSync(join(folder, name))),
  )
  const narrow = projects.filter((folder) => folder !== homedir())
  return narrow.at(-1) ?? projects.at(-1) ?? (above[0] as string)
}

/** Up to the root. */
function ancestorsOf(file: string): readonly string[] {
  const { root } = parse(file)
  const all: string[] = []
  let folder = statSync(file).isDirectory() ? file.replace(/[\\/]+$/, '') || root : dirname(file)
  for (; folder !== root; folder = dirname(folder)) all.push(folder)
  return [...all, root]
}

/** Packages outside the project: node_modules of the root, and links. */
function linkedPackages(file: string, project: string): readonly string[] {
  const isOutside = (path: string) => !`${path}${sep}`.startsWith(`${project}${sep}`)
  return ancestorsOf(file)
    .map((folder) => join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...linksIn(folder)])
    .filter((path) => isOutside(realpathSync(path)))
}

function linksIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('@') && entry.isDirectory()) return linksIn(path)
    return entry.isSymbolicLink() && existsSync(path) ? [path] : []
  })
}
