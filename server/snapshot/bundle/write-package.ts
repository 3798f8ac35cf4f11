// Writes the folder that npm publishes, `dist/package`, for `npm run build:package`: modules of
// `src/`, bundles of `server/`, types, templates and documents.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer } from './bundle-server.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const OUT = join(ROOT, 'dist/package')
const OWN_FIELDS = ['private', 'scripts', 'devDependencies', 'size-limit', 'knip', 'overrides']
const OWN_DOCS = /^docs\/(?:generate|bench|happy-dom|site|decisions)(?:\/|\.md|$)/

const copy = (path: string, filter?: (file: string) => boolean): void =>
  cpSync(join(ROOT, path), join(OUT, path), {
    recursive: true,
    filter: (from) => filter?.(from.slice(ROOT.length).replaceAll('\\', '/')) ?? true,
  })

function copyWithoutMap(path: string): void {
  const text = readFileSync(join(ROOT, path), 'utf8')
  mkdirSync(join(OUT, dirname(path)), { recursive: true })
  writeFileSync(join(OUT, path), text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
}

/** Leaves out docstrings, which its types repeat, and the comment at its head. */
function copyModule(path: string): void {
  copyWithoutMap(path)
  const code = readFileSync(join(OUT, path), 'utf8')
  const bare = code.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, '').replace(/^(?:\/\/.*\n)+/, '')
  writeFileSync(join(OUT, path), bare)
}

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  )

/** Copies a list of licences, each text once. */
function copyLicenses(path: string, from = ROOT): void {
  const [intro = '', ...sections] = readFileSync(join(from, path), 'utf8').split(/^(?=## )/m)
  const headings = new Map<string, string[]>()
  for (const section of sections) {
    const [heading = '', ...lines] = section.trimEnd().split('\n')
    const text = lines.join('\n').trim()
    headings.set(text, [...(headings.get(text) ?? []), heading])
  }
  const entries = [...headings].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  writeFileSync(join(OUT, path), intro + entries.join('\n'))
}

const SPECIFIER = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

function reachableTypes(doors: readonly string[]): readonly string[] {
  const reached = new Set<string>()
  const queue = [...doors]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    // Examples of docstrings import files that don't exist.
    const text = readFileSync(file, 'utf8').replace(/\/\*\*.*?\*\//gs, '')
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = join(dirname(file), specifier.replace(/\.(?:ts|js)$/, '.d.ts'))
      if (!existsSync(imported)) throw new Error(`${file} imports ${specifier}, which has no types`)
      queue.push(imported)
    }
  }
  return [...reached].sort()
}

function copyTypes(exports: object): void {
  const doors = [...JSON.stringify(exports).matchAll(/"\.\/([^"]+\.d\.ts)"/g)]
  const files = reachableTypes(doors.map(([, file = '']) => join(ROOT, file)))
  for (const file of files) copyWithoutMap(file.slice(ROOT.length))
}

/** Links to files outside of the package lead to the repository. */
function linkToRepository(file: string, repository: string): void {
  const link = (whole: string, before: string, href: string): string => {
    const target = join(dirname(file), href.replace(/#.*/, ''))
    if (/^(?:\w+:|#)/.test(href) || existsSync(join(OUT, target))) return whole
    const kind = statSync(join(ROOT, target)).isDirectory() ? 'tree' : 'blob'
    return `${before}${repository}/${kind}/HEAD/${target}${/#.*/.exec(href) ?? ''})`
  }
  const blocks = readFileSync(join(OUT, file), 'utf8').split(/(^ *```.*\n[\s\S]*?^ *```)/m)
  const linked = blocks.map((part, at) =>
    at % 2 === 0 ? part.replace(/(\]\()([^)\s]+)\)/g, link) : part,
  )
  writeFileSync(join(OUT, file), linked.join(''))
}

const readManifest = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

function writeManifest(): { homepage: string } {
  const manifest = readManifest()
  for (const field of OWN_FIELDS) delete manifest[field]
  manifest.files = ['dist', 'docs', 'templates', 'CHANGELOG.md']
  manifest.imports = { '#css-grammar': manifest.imports['#css-grammar'] }
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyTypes(manifest.exports)
  return manifest
}

rmSync(OUT, { recursive: true, force: true })
const { dependencies, peerDependencies } = readManifest()
const depends = Object.keys({ ...dependencies, ...peerDependencies })
await bundleServer(join(ROOT, 'dist/'), join(OUT, 'dist/server'), depends)
copyLicenses('dist/server/server.licenses.md', OUT)
for (const file of below('dist/src'))
  if (file.endsWith('.js') && !file.includes('/inline/')) copyModule(file)
for (const file of readdirSync(join(ROOT, 'dist/server'))) {
  if (file.endsWith('.cjs')) copy(`dist/server/${file}`)
  if (file.endsWith('.licenses.md')) copyLicenses(`dist/server/${file}`)
}
// Modules read them beside themselves.
for (const file of ['diagnostics/missing-names.json', 'tools/verify/report.css'])
  copy(`dist/server/${file}`)
for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) copy(file)
copy('templates')
copy('docs', (file) => !OWN_DOCS.test(file))
const { homepage } = writeManifest()
for (const file of readdirSync(OUT, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.md')) linkToRepository(file, homepage.replace(/#.*/, ''))
