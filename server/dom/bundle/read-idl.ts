/**
 * Reads the interfaces that Chromium's window has from the Web IDL of the specifications, each with
 * the members of its partial definitions and mixins. For `interface-table.ts`.
 */
import { readFileSync } from 'node:fs'
import { parseAll } from '@webref/idl'

interface ExtendedAttribute {
  readonly name: string
  readonly rhs: { readonly type: string; readonly value: unknown } | null
}

export interface IdlType {
  readonly generic: string
  readonly nullable: boolean
  readonly union: boolean
  readonly idlType: string | readonly IdlType[]
  readonly extAttrs: readonly ExtendedAttribute[]
}

interface Literal {
  readonly type: string
  readonly value?: unknown
}

export interface Member {
  readonly type: string
  readonly name: string
  readonly idlType: IdlType
  readonly readonly?: boolean
  readonly required?: boolean
  readonly special?: string
  readonly extAttrs: readonly ExtendedAttribute[]
  readonly arguments?: readonly {
    readonly name: string
    readonly idlType: IdlType
    readonly optional: boolean
    readonly variadic: boolean
  }[]
  readonly value?: Literal
  readonly default?: Literal | null
}

interface Definition {
  readonly type: string
  readonly name: string
  readonly partial?: boolean
  readonly inheritance?: string | null
  readonly target?: string
  readonly includes?: string
  readonly idlType?: IdlType
  readonly values?: readonly { readonly value: string }[]
  readonly members?: readonly Member[]
  readonly extAttrs: readonly ExtendedAttribute[]
}

export interface Interface {
  readonly base: string | null
  /** Whether its objects are serializable or transferable. */
  readonly isCloned: boolean
  readonly members: Member[]
}

interface Dictionary {
  readonly base: string | null
  readonly members: readonly Member[]
}

export interface Idl {
  readonly interfaces: ReadonlyMap<string, Interface>
  readonly typedefs: ReadonlyMap<string, IdlType>
  readonly enums: ReadonlyMap<string, readonly string[]>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
}

/** By interface; those that are missing whole are named by the empty one. */
export type Names = Readonly<Record<string, string>>

export const extended = (
  of: { readonly extAttrs: readonly ExtendedAttribute[] },
  name: string,
): ExtendedAttribute | undefined => of.extAttrs.find((one) => one.name === name)

function isOfWindow(one: Definition): boolean {
  if (extended(one, 'LegacyNoInterfaceObject')) return false
  const { rhs } = extended(one, 'Exposed') ?? {}
  return rhs?.type === '*' || /"(?:Window|\*)"/.test(JSON.stringify(rhs ?? null))
}

const definitions = async (): Promise<readonly Definition[]> =>
  Object.values(await parseAll()).flat() as readonly Definition[]

/** Written by test/generate/not-in-chromium.ts. */
export const notInChromium = (): Names =>
  JSON.parse(
    readFileSync(
      new URL('../../../../server/dom/bundle/not-in-chromium.json', import.meta.url),
      'utf8',
    ),
  )

/** @param without Members that are left out. */
export async function readIdl(without: Names): Promise<Idl> {
  const everything = await definitions()
  const left = new Map(
    Object.entries(without).map(([owner, names]) => [owner, new Set(names.split(' '))]),
  )
  const interfaces = new Map<string, Interface>()
  for (const one of everything) {
    const isInterface = /^(?:callback )?interface$/.test(one.type) && !one.partial
    if (!isInterface || !isOfWindow(one) || left.get('')?.has(one.name)) continue
    const isCloned = one.extAttrs.some(({ name }) => /^(?:Serializ|Transfer)able$/.test(name))
    interfaces.set(one.name, { base: one.inheritance ?? null, isCloned, members: [] })
  }
  const targetsOf = (mixin: string) =>
    everything.flatMap(({ target = '', includes }) => (includes === mixin ? [target] : []))
  for (const { type, name, members = [] } of everything) {
    if (!/^(?:callback )?interface/.test(type)) continue
    for (const target of type === 'interface mixin' ? targetsOf(name) : [name]) {
      const has = (member: Member) => !left.get(target)?.has(member.name)
      interfaces.get(target)?.members.push(...members.filter(has))
    }
  }
  const named = <T>(kind: string, valueFrom: (one: Definition, before: T | undefined) => T) => {
    const values = new Map<string, T>()
    for (const one of everything)
      if (one.type === kind) values.set(one.name, valueFrom(one, values.get(one.name)))
    return values
  }
  return {
    interfaces,
    typedefs: named('typedef', (one) => one.idlType as IdlType),
    enums: named('enum', ({ values = [] }) => values.map(({ value }) => value)),
    dictionaries: named<Dictionary>('dictionary', ({ inheritance, members = [] }, before) => ({
      base: inheritance ?? before?.base ?? null,
      members: [...(before?.members ?? []), ...members],
    })),
  }
}
