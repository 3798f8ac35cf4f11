/**
 * Rewrites an ES module as a script for the loader.
 * https://tc39.es/ecma262/#sec-source-text-module-records
 */
import {
  type AnyNode,
  type Identifier,
  type ImportDeclaration,
  type Literal,
  type Pattern,
  type Program,
  parse,
} from 'acorn'
import type { LastingCode } from './lasting-code.ts'
import {
  declarationIn,
  declaredNames,
  EditedText,
  nameOf,
  namesOf,
  walk,
} from './rewrite-source.ts'

export interface ImportBinding {
  readonly request: number
  /** The exported name. Undefined: the namespace. */
  readonly name: string | undefined
}

export interface Reexport extends ImportBinding {
  readonly exported: string
}

export interface ModuleRequest {
  readonly specifier: string
  readonly type: string | undefined
}

export interface ModuleCode {
  /** A script whose value is the module's function. */
  readonly script: string
  /** Characters before the module's own in its first line. */
  readonly shift: number
  /** In source order, each once. */
  readonly requests: readonly ModuleRequest[]
  /** In the order of their indexes. */
  readonly bindings: readonly ImportBinding[]
  readonly exports: readonly string[]
  /** Exports that are assigned after their declaration. */
  readonly changing: ReadonlySet<string>
  readonly reexports: readonly Reexport[]
  readonly stars: readonly number[]
  readonly isAsync: boolean
  /** Of a module that can hold nothing of a page. */
  readonly lasting: LastingCode | undefined
}

const RECORD = '__hb'
/** As long as `import`, so that columns stay. */
export const IMPORT = '__hb_i'
const DEFAULT = '__hb_default'
const [INDEX, VALUE] = ['__hb_at', '__hb_value']
const EXPORT_DEFAULT = /^export(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*default/

const ANONYMOUS = /^(?:Arrow)?(?:Function|Class)(?:Declaration|Expression)$/

/**
 * The script's value is a generator function: the first step creates functions and exports, the
 * second evaluates the module, so import cycles work. Lines and columns stay in place; those of the
 * first line with `shift`.
 *
 * @param lastingOf Finds whether it can hold nothing of a page. Default: it may.
 * @throws {SyntaxError} With `pos` and `loc`.
 */
export function moduleCode(
  source: string,
  lastingOf?: (program: Program) => LastingCode | undefined,
): ModuleCode {
  const program = parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  })
  const draft = new Draft(source, lastingOf?.(program))
  for (const node of program.body) draft.statement(node)
  draft.expressions(program)
  return draft.finish()
}

class Draft {
  readonly #source: string
  readonly #text: EditedText
  readonly #requests = new Map<string, { index: number; request: ModuleRequest }>()
  readonly #imported = new Map<string, ImportBinding>()
  readonly #bindings: { local: string; binding: ImportBinding }[] = []
  /** Exported name -> local name. */
  readonly #exports = new Map<string, string>()
  readonly #changing = new Set<string>()
  readonly #reexports: Reexport[] = []
  readonly #stars: number[] = []
  #isAsync = false
  readonly #lasting: LastingCode | undefined

  constructor(source: string, lasting: LastingCode | undefined) {
    this.#source = source
    this.#text = new EditedText(source)
    this.#lasting = lasting
    for (const { start, end } of lasting?.definitions ?? []) {
      this.#text.replace(start, start, `${RECORD}.define(()=>{`)
      this.#text.insert(end, '});')
    }
  }

  statement(node: Program['body'][number]): void {
    if (node.type === 'ImportDeclaration') this.#import(node)
    else if (node.type === 'ExportAllDeclaration') {
      const request = this.#request(node)
      if (node.exported)
        this.#reexports.push({ request, name: undefined, exported: nameOf(node.exported) })
      else this.#stars.push(request)
      this.#text.remove(node.start, node.end)
    } else if (node.type === 'ExportDefaultDeclaration') {
      this.#exportDefault(node)
    } else if (node.type === 'ExportNamedDeclaration') {
      this.#exportNamed(node)
    }
  }

  /** At any depth: `import()`, `import.meta` and assignments to exports. */
  expressions(program: Program): void {
    const exported = this.#exportedAs()
    const exportedOf = (names: readonly string[]) =>
      names.flatMap((name) => exported.get(name) ?? [])
    const changed = (pattern: Pattern) => exportedOf(namesOf(pattern))
    for (const node of program.body) {
      const names = exportedOf(namesDeclared(node))
      if (names.length > 0) this.#text.insert(node.end, declared(names))
    }
    walk(program, (node, scope) => {
      if (node.type === 'ImportExpression') {
        this.#text.replace(node.start, node.start + 'import'.length, IMPORT)
      } else if (node.type === 'MetaProperty' && node.meta.name === 'import') {
        this.#text.replace(node.start, node.end, `${RECORD}.meta`.padEnd(node.end - node.start))
      } else if (node.type === 'AwaitExpression') {
        if (scope === 'module') this.#isAsync = true
      } else if (node.type === 'AssignmentExpression') {
        this.#assigned(node, changed(node.left))
      } else if (node.type === 'UpdateExpression') {
        this.#assigned(node, changed(node.argument as Pattern))
      } else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
        if (scope === 'module' && node.type === 'ForOfStatement' && node.await) this.#isAsync = true
        if (node.left.type === 'VariableDeclaration') return
        const names = changed(node.left)
        if (names.length === 0) return
        const change = `{${RECORD}.changed(undefined${this.#change(names)};`
        this.#text.replace(node.body.start, node.body.start, change)
        this.#text.insert(node.body.end, '}')
      }
    })
  }

  finish(): ModuleCode {
    for (const [exported, local] of this.#exports) {
      const binding = this.#imported.get(local)
      if (!binding) continue
      this.#exports.delete(exported)
      this.#reexports.push({ ...binding, exported })
    }
    const locals = this.#bindings.map(({ local }) => local)
    const getters = [...this.#exports].map(
      ([name, local]) => `${JSON.stringify(name)}:()=>${local}`,
    )
    const head = [
      `(${this.#isAsync ? 'async ' : ''}function*(${RECORD},${IMPORT}){'use strict';`,
      locals.length > 0 ? `let ${locals.join()};` : '',
      setter(locals),
      `${RECORD}.exports={__proto__:null,${getters.join()}};`,
      'yield;',
    ].join('')
    return {
      script: `${head}${this.#text.toString()}\n${this.#variables()}})`,
      shift: head.length,
      requests: [...this.#requests.values()].map(({ request }) => request),
      bindings: this.#bindings.map(({ binding }) => binding),
      exports: [...this.#exports.keys()],
      changing: this.#changing,
      reexports: this.#reexports,
      stars: this.#stars,
      isAsync: this.#isAsync,
      lasting: this.#isAsync ? undefined : this.#lasting,
    }
  }

  /** For the comparison after each page. */
  #variables(): string {
    if (!this.#lasting) return ''
    const isUnnamed = this.#exports.get('default') === DEFAULT
    const names = [...this.#lasting.locals, ...(isUnnamed ? [DEFAULT] : [])]
    return `;${RECORD}.variables=()=>({${names.join()}});`
  }

  #import(node: ImportDeclaration): void {
    const request = this.#request(node)
    for (const one of node.specifiers) {
      const name =
        one.type === 'ImportSpecifier'
          ? nameOf(one.imported)
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : undefined
      const binding = { request, name }
      this.#imported.set(one.local.name, binding)
      this.#bindings.push({ local: one.local.name, binding })
    }
    this.#text.remove(node.start, node.end)
  }

  #exportDefault(node: Extract<AnyNode, { type: 'ExportDefaultDeclaration' }>): void {
    const { declaration } = node
    const isNamed =
      (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
      declaration.id
    if (isNamed) {
      this.#exports.set('default', isNamed.name)
      this.#text.blank(node.start, declaration.start)
      return
    }
    this.#exports.set('default', DEFAULT)
    const [keywords = ''] = EXPORT_DEFAULT.exec(this.#source.slice(node.start, node.end)) ?? []
    const end = this.#source[node.end - 1] === ';' ? node.end - 1 : node.end
    // The specification gives anonymous functions and classes the name "default".
    const isAnonymous = ANONYMOUS.test(declaration.type)
    const [open, close] = isAnonymous ? ['({default:', '}).default'] : ['(', ')']
    this.#text.replace(node.start, node.start + keywords.length, `const ${DEFAULT}=${open}`)
    this.#text.insert(end, close + declared(['default']))
  }

  #exportNamed(node: Extract<AnyNode, { type: 'ExportNamedDeclaration' }>): void {
    if (node.declaration) {
      const { declaration } = node
      for (const name of declaredNames(declaration)) this.#exports.set(name, name)
      this.#text.blank(node.start, declaration.start)
      return
    }
    const request = node.source ? this.#request(node) : undefined
    for (const { local, exported } of node.specifiers) {
      const [from, to] = [nameOf(local), nameOf(exported)]
      if (request !== undefined) this.#reexports.push({ request, name: from, exported: to })
      else this.#exports.set(to, from)
    }
    this.#text.remove(node.start, node.end)
  }

  #request(node: {
    source?: Literal | null
    attributes: readonly { key: Identifier | Literal; value: Literal }[]
  }): number {
    const specifier = String(node.source?.value)
    const attribute = node.attributes.find(({ key }) => nameOf(key) === 'type')
    const type = attribute && String(attribute.value.value)
    const key = JSON.stringify([specifier, type])
    const existing = this.#requests.get(key)
    if (existing) return existing.index
    const index = this.#requests.size
    this.#requests.set(key, { index, request: { specifier, type } })
    return index
  }

  /** Local name -> exported names. */
  #exportedAs(): ReadonlyMap<string, readonly string[]> {
    const byLocal = new Map<string, string[]>()
    for (const [exported, local] of this.#exports)
      byLocal.set(local, [...(byLocal.get(local) ?? []), exported])
    return byLocal
  }

  /** Passes the assigned value on to importers. */
  #assigned(node: AnyNode, names: readonly string[]): void {
    if (names.length === 0) return
    this.#text.replace(node.start, node.start, `${RECORD}.changed(`)
    this.#text.insert(node.end, this.#change(names))
  }

  #change(names: readonly string[]): string {
    for (const name of names) this.#changing.add(name)
    return argumentsOf(names)
  }
}

/** Functions have their value before. */
function namesDeclared(node: Program['body'][number]): readonly string[] {
  const declared = declarationIn(node)
  return declared.type === 'FunctionDeclaration' ? [] : declaredNames(declared)
}

/** Passes declared values on: in an import cycle, importers may run already. */
const declared = (names: readonly string[]): string =>
  `;${RECORD}.changed(undefined${argumentsOf(names)};`

const argumentsOf = (names: readonly string[]): string =>
  `${names.map((name) => `,${JSON.stringify(name)}`).join('')})`

function setter(locals: readonly string[]): string {
  if (locals.length === 0) return ''
  const cases = locals.map((local, index) => `case ${index}:${local}=${VALUE};break`)
  return `${RECORD}.put=(${INDEX},${VALUE})=>{switch(${INDEX}){${cases.join(';')}}};`
}
