// Confines a page's top-level script declarations to that page. Variables and functions become
// deletable properties of the window; `let`, `const` and `class` become bindings apart from it.
// Where the result may differ from a browser's, the page is in doubt and not served.
// https://tc39.es/ecma262/#sec-global-environment-records

import type vm from 'node:vm'
import { markDirty } from '../../dom/index.ts'
import { withOwnMethods } from '../../snapshot/worker/own-methods.ts'
import { type Declared, declaredBy } from './declared-names.ts'
import { BEGIN, type TopLevel, topLevelOf } from './top-level.ts'

/** Reads and writes a binding in the script that declared it. */
type Access = readonly [get: () => unknown, set: (value: unknown) => void]

interface Binding {
  readonly kind: 'let' | 'const'
  readonly get: () => unknown
  readonly set: (value: unknown) => void
}

/** A script in the form that runs. */
interface Known extends Declared {
  readonly topLevel: TopLevel | undefined
}

/** Characters of scripts cached in that form. */
const MOST_KNOWN = 2 ** 25
const known = withOwnMethods(new Map<string, Known>())
let characters = 0

function knownOf(code: string): Known {
  const found = known.get(code)
  if (found) return found
  const declared = declaredBy(code)
  const isPlain = declared.functions.length === 0 && !declared.hasLexical
  const made = { ...declared, topLevel: isPlain ? undefined : topLevelOf(code, declared) }
  characters += code.length
  known.set(code, made)
  known.forEach((_, oldest) => {
    if (characters <= MOST_KNOWN) return
    known.delete(oldest)
    characters -= oldest.length
  })
  return made
}

const { defineProperty, getOwnPropertyDescriptor, deleteProperty } = Reflect
const VARIABLE = { value: undefined, configurable: true, enumerable: true, writable: true }

export class PageBindings {
  readonly #isPlatform: (name: string) => boolean
  readonly #native: boolean
  readonly #lexical = new Map<string, Binding>()
  readonly #declared = new Set<string>()
  /** Names of constants that the window has too, with the same value. */
  readonly #same = new Set<string>()
  #doubt: string | undefined
  #asked: string | undefined

  /**
   * @param isPlatform Whether the window has a property of that name that is no named element.
   * @param native Whether scripts run unchanged: the thread then ends after the page.
   */
  constructor(isPlatform: (name: string) => boolean, native: boolean) {
    this.#isPlatform = isPlatform
    this.#native = native
  }

  /** Why the page's content must not be served. */
  takeDoubt(): string | undefined {
    if (this.#asked !== undefined) this.#doubted(this.#asked)
    for (const name of this.#lexical.keys())
      if (!this.#same.has(name) && Object.hasOwn(globalThis, name)) this.#doubted(name)
    return this.#doubt
  }

  end(): void {
    this.#lexical.clear()
  }

  /** Runs a script. @param compile Compiles a part of it. @throws The script's error. */
  run(code: string, compile: (code: string) => vm.Script): void {
    if (this.#native) {
      markDirty('the bindings of its scripts')
      compile(code).runInThisContext()
      return
    }
    const script = knownOf(code)
    const { vars, functions, topLevel } = script
    if (functions.length === 0 && !script.hasLexical) {
      this.#check([], vars)
      const made = compile(code)
      this.#declare(vars)
      made.runInThisContext()
      return
    }
    const lexicals = topLevel?.lexicals ?? new Map<string, 'let' | 'const'>()
    const hidden = [...lexicals.keys()].find(this.#isPlatform)
    if (topLevel === undefined || hidden !== undefined) {
      this.#runAsItIs(code, compile, hidden)
      return
    }
    this.#check([...lexicals.keys()], [...vars, ...functions])
    const [first, rest] = [topLevel.functions, topLevel.rest]
    const before = first === undefined ? undefined : compile(first)
    const made = compile(rest)
    this.#declare(vars)
    for (const name of functions) {
      defineProperty(globalThis, name, VARIABLE)
      this.#declared.add(name)
    }
    before?.runInThisContext()
    if (lexicals.size > 0) this.#expect(lexicals)
    made.runInThisContext()
  }

  /** Whether there is a binding for code that uses this name. */
  has(name: string): boolean {
    if (!this.#lexical.has(name)) return false
    // The `in` operator checks without a read afterwards.
    if (this.#asked !== undefined) this.#doubted(this.#asked)
    this.#asked = name
    return true
  }

  /** @returns Undefined for a property of the window, which is no binding. */
  named(name: string): Binding | undefined {
    const isName = this.#asked === name
    if (isName) this.#asked = undefined
    return isName ? this.#lexical.get(name) : undefined
  }

  /** @returns Whether the name is a binding's. */
  assign(name: string, value: unknown): boolean {
    const binding = this.#lexical.get(name)
    if (binding === undefined) return false
    if (binding.kind === 'const' && isValue(binding, value)) {
      this.#same.add(name)
      return defineProperty(globalThis, name, { ...VARIABLE, value })
    }
    this.#doubted(name)
    binding.set(value)
    return true
  }

  #doubted(name: string): void {
    this.#doubt ??= `"${name}" is declared by let, const or class, and is a property of the window`
  }

  #declare(vars: readonly string[]): void {
    for (const name of vars) {
      if (!Object.hasOwn(globalThis, name)) defineProperty(globalThis, name, VARIABLE)
      this.#declared.add(name)
    }
  }

  /** A script's declarations must not hide another script's. */
  #check(lexicals: readonly string[], vars: readonly string[]): void {
    const twice =
      lexicals.find((name) => this.#lexical.has(name) || this.#declared.has(name)) ??
      vars.find((name) => this.#lexical.has(name))
    if (twice !== undefined)
      throw new SyntaxError(`Identifier '${twice}' has already been declared`)
  }

  #expect(lexicals: TopLevel['lexicals']): void {
    const value = (accesses: Readonly<Record<string, Access>>) => {
      deleteProperty(globalThis, BEGIN)
      for (const [name, kind] of lexicals) {
        const [get, set] = accesses[name] as Access
        this.#lexical.set(name, { kind, get, set })
      }
    }
    defineProperty(globalThis, BEGIN, { value, configurable: true })
  }

  #runAsItIs(code: string, compile: (code: string) => vm.Script, hidden: string | undefined): void {
    const made = compile(code)
    // As if every script had run unchanged.
    for (const name of this.#declared) {
      const found = getOwnPropertyDescriptor(globalThis, name)
      if (found?.configurable) defineProperty(globalThis, name, { configurable: false })
    }
    markDirty(
      hidden === undefined
        ? 'a script that cannot be taken apart'
        : `a binding of a script, "${hidden}", which hides a property of the window`,
    )
    made.runInThisContext()
  }
}

function isValue({ get }: Binding, value: unknown): boolean {
  try {
    return Object.is(get(), value)
  } catch {
    return false
  }
}
