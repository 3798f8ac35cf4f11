/**
 * Gives the workers' modules the addresses that the browser's modules have: `import.meta.url` is
 * that of the client's chunk, and `new URL('./picture.png', import.meta.url)` that of the built
 * file. Vite does the second for browsers alone.
 */
import { statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, relative } from 'node:path/posix'
import type { AnyNode, Expression, NewExpression, SpreadElement, TemplateLiteral } from 'acorn'
import { type Plugin, parseAst, type RenderBuiltAssetUrl } from 'vite'
import { EditedText, walk } from '../snapshot/modules/rewrite-source.ts'

/** Stands for the address of a client's file, until the worker's file has a name. */
const CLIENT_FILE = 'hashbang-router:client-file:'
const PLACEHOLDER = new RegExp(`"${CLIENT_FILE}([^"]+)"`, 'g')

/** A module of ours in the importer's folder, which imports all files of a pattern. */
const FILES = 'hashbang-router-files'

const ASSET = '__hb_asset'

export function publicUrlsPlugin(environment: string): Plugin {
  const chunks = new Map<string, string>()
  let base = '/'
  return {
    name: 'hashbang-router:public-urls',
    // After compilers of components, before imports are resolved.
    enforce: 'post',
    // The workers' build needs the names of the client's files.
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client' || name === environment,
    config({ base, experimental }) {
      if (base !== './' && base !== '') return undefined
      const given = experimental?.renderBuiltUrl
      const renderBuiltUrl: RenderBuiltAssetUrl = (file, chunk) =>
        given?.(file, chunk) ?? besideChunk(file, chunk)
      return { experimental: { renderBuiltUrl } }
    },
    configResolved(config) {
      base = config.base
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') for (const id of file.moduleIds) chunks.set(id, file.fileName)
    },
    resolveId: {
      filter: { id: new RegExp(`\\?${FILES}=`) },
      handler: (id, importer = '') => dirname(importer) + id.slice(1),
    },
    load: {
      filter: { id: new RegExp(`\\?${FILES}=`) },
      handler(id) {
        const pattern = decodeURIComponent(id.slice(id.indexOf('=') + 1))
        const options = '{ eager: true, import: "default", query: "?url" }'
        return `export default import.meta.glob(${JSON.stringify(pattern)}, ${options})`
      },
    },
    transform: {
      filter: { code: /\bimport\.meta\.url\b/ },
      async handler(code, id) {
        if (this.environment.name !== environment) return
        const find = async (path: string) =>
          isFile((await this.resolve(path, id))?.id, this.environment.config.publicDir)
        const changed = await withPublicUrls(code, { find, chunk: chunks.get(id) })
        return { code: changed, map: null }
      },
    },
    renderChunk(code, { fileName }) {
      if (this.environment.name !== environment || !code.includes(CLIENT_FILE)) return
      const isElsewhere = /^(?:[a-z]+:)?\/\//i.test(base)
      const pathOf = (file: string) =>
        isElsewhere ? base + file : `./${relative(dirname(fileName), file)}`
      const named = code.replace(PLACEHOLDER, (_, file) => JSON.stringify(pathOf(file)))
      return { code: named, map: null }
    },
  }
}

/** With a relative base, a browser finds files from the chunk that imports them. */
const besideChunk: RenderBuiltAssetUrl = (file, { hostId, hostType, ssr }) =>
  ssr && hostType === 'js'
    ? {
        runtime: `import.meta.resolve(${JSON.stringify(`./${relative(dirname(hostId), file)}`)})`,
      }
    : undefined

function isFile(id: string | undefined, publicFolder: string): boolean {
  const path = id?.replace(/[?#].*/s, '') ?? ''
  return [path, publicFolder + path].some(
    (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true,
  )
}

interface Facts {
  /** Whether the module finds a file at a path. */
  find(path: string): Promise<boolean>
  /** The client's chunk that has the module. */
  readonly chunk: string | undefined
}

async function withPublicUrls(code: string, { find, chunk }: Facts): Promise<string> {
  const text = new EditedText(code)
  const imports: string[] = []
  const nodes: AnyNode[] = []
  const program = parseAst(code)
  // `createRequire(import.meta.url)`, as in the bundler's own module, needs the file.
  if (program.body.some((one) => one.type === 'ImportDeclaration' && isBuiltin(one.source.value)))
    return code
  walk(program as AnyNode, (node) => {
    if (isModuleUrl(node) || isFileUrl(node)) nodes.push(node)
  })
  for (const node of nodes) {
    if (!isFileUrl(node)) {
      const address = `import.meta.resolve(${JSON.stringify(CLIENT_FILE + chunk)})`
      if (chunk !== undefined) text.replace(node.start, node.end, address)
      continue
    }
    const [path] = node.arguments as [Expression]
    const name = `${ASSET}${imports.length}`
    const imported = await importOf(path, code, find)
    if (imported === undefined) continue
    imports.push(`import ${name} from ${JSON.stringify(imported.from)};`)
    text.replace(path.start, path.end, name + imported.rest)
  }
  return [text.toString(), ...imports].join('\n')
}

const isModuleUrl = (node: AnyNode | undefined): boolean =>
  node?.type === 'MemberExpression' &&
  node.object.type === 'MetaProperty' &&
  !node.computed &&
  node.property.type === 'Identifier' &&
  node.property.name === 'url'

/** `new URL(path, import.meta.url)`, whose path is a constant or a template. */
const isFileUrl = (node: AnyNode): node is NewExpression =>
  node.type === 'NewExpression' &&
  node.callee.type === 'Identifier' &&
  node.callee.name === 'URL' &&
  isModuleUrl(node.arguments[1]) &&
  isText(node.arguments[0])

const isText = (node: Expression | SpreadElement | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')

/** @returns The module that has the address, and what the expression adds to its name. */
async function importOf(path: Expression, code: string, find: Facts['find']) {
  if (path.type === 'TemplateLiteral' && path.expressions.length > 0) {
    const pattern = patternOf(path)
    if (!/^\.{0,2}\//.test(pattern)) return undefined
    const from = `./${FILES}.js?${FILES}=${encodeURIComponent(pattern)}`
    return { from, rest: `[${code.slice(path.start, path.end)}]` }
  }
  const given = String(
    path.type === 'TemplateLiteral'
      ? path.quasis[0]?.value.cooked
      : (path as { value?: unknown }).value,
  )
  const [file = '', hash] = given.split(/(?=#)/)
  if (/^(?:[a-z]+:|\/\/)/i.test(file) || file.includes('?')) return undefined
  for (const one of file[0] === '.' || file[0] === '/' ? [file] : [`./${file}`, file])
    if (await find(`${one}?url`))
      return { from: `${one}?url`, rest: hash === undefined ? '' : ` + ${JSON.stringify(hash)}` }
  return undefined
}

/** Each expression stands for a part of a name. */
const patternOf = ({ quasis }: TemplateLiteral): string =>
  quasis
    .map(({ value }) => value.cooked)
    .join('*')
    .replace(/\*+/g, '*')
    .replace(/[?#].*/s, '')
