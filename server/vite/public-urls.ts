// Gives the workers' built modules the addresses that a browser's modules have: `import.meta.url`
// is that of the client's chunk.

import { isBuiltin } from 'node:module'
import { dirname, relative } from 'node:path/posix'
import type { AnyNode } from 'acorn'
import { type Plugin, parseAst } from 'vite'
import { EditedText, walk } from '../snapshot/modules/rewrite-source.ts'

/** Stands for the address of a client's file, until the worker's file has a name. */
const CLIENT_FILE = 'hashbang-router:client-file:'
const PLACEHOLDER = new RegExp(`"${CLIENT_FILE}([^"]+)"`, 'g')

export function publicUrlsPlugin(environment: string): Plugin {
  const chunks = new Map<string, string>()
  let base = '/'
  return {
    name: 'hashbang-router:public-urls',
    // After compilers of components, and after Vite has found the files beside a module.
    enforce: 'post',
    // The workers' build needs the names of the client's files.
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client' || name === environment,
    configResolved(config) {
      base = config.base
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') for (const id of file.moduleIds) chunks.set(id, file.fileName)
    },
    transform: {
      filter: { code: /\bimport\.meta\.url\b/ },
      handler(code, id) {
        const chunk = this.environment.name === environment ? chunks.get(id) : undefined
        return chunk === undefined ? undefined : { code: withAddress(code, chunk), map: null }
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

function withAddress(code: string, chunk: string): string {
  const program = parseAst(code)
  // `createRequire(import.meta.url)`, as in the bundler's own module, needs the file.
  if (program.body.some((one) => one.type === 'ImportDeclaration' && isBuiltin(one.source.value)))
    return code
  const edited = new EditedText(code)
  const address = `import.meta.resolve(${JSON.stringify(CLIENT_FILE + chunk)})`
  walk(program as AnyNode, (node) => {
    if (isModuleUrl(node)) edited.replace(node.start, node.end, address)
  })
  return edited.toString()
}

const isModuleUrl = (node: AnyNode): boolean =>
  node.type === 'MemberExpression' &&
  node.object.type === 'MetaProperty' &&
  !node.computed &&
  node.property.type === 'Identifier' &&
  node.property.name === 'url'
