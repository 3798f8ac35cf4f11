/**
 * Describes the interfaces of a window for `server/dom/interfaces`, from the Web IDL of the
 * specifications. `build.ts` writes the table into `#happy-dom` as a constant.
 */
import { readFileSync } from 'node:fs'
import {
  extended,
  type Idl,
  type IdlType,
  type Interface,
  type Member,
  notInChromium,
  readIdl,
} from './read-idl.ts'

/**
 * The type of a property, the attribute that it reflects, and the limits of numbers:
 * https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes
 */
export interface Reflected {
  /** Default: `DOMString`. */
  readonly type?: string
  /** Default: the property in lower case. */
  readonly attribute?: string
  readonly fallback?: number
  readonly range?: readonly [least: number, most: number]
  /** `Setter`: only setting it is reflected. Others are kinds of numbers, and `URL`. */
  readonly kind?: string
}

/** `value`: of an event whose constructor is not given one. */
export type EventMember = readonly [type: string, value: unknown, isRequired?: boolean]

type Named<T> = Readonly<Record<string, T>>

/** Types are scalars such as `DOMString?`, interfaces, or enums: `=a|b`. */
export interface InterfaceDescription {
  readonly base: string | null
  /** How many arguments the constructor needs at least. */
  readonly arity?: number | undefined
  readonly constants?: Named<number> | undefined
  /** Types of the events that have a handler property. */
  readonly handlers?: readonly string[] | undefined
  readonly reflected?: Named<Reflected> | undefined
  /** The types of other attributes that can be set. */
  readonly attributes?: Named<string> | undefined
  /** How many arguments a method needs at least, and their types as far as they convert. */
  readonly methods?: Named<readonly [least: number, ...types: string[]]> | undefined
  readonly event?: Named<EventMember> | undefined
  /** The method that initializes an event, and the names of its arguments. */
  readonly init?: readonly string[] | undefined
  /** Whether structured clones may have its objects. */
  readonly isCloned?: true | undefined
  /** Members that return an object of the language: a promise, a list, or any value. */
  readonly returns: Returns | undefined
}

/** Names of methods, of attributes that keep their object, and of others. */
type Returns = Readonly<Record<'methods' | 'kept' | 'any', string | undefined>>

export type InterfaceTable = Named<InterfaceDescription>

const SCALARS =
  /^(?:DOMString|USVString|ByteString|boolean|(?:unsigned )?(?:long|short)(?: long)?|octet|(?:unrestricted )?(?:double|float))$/
const HANDLER = /^On(?:BeforeUnload|Error)?EventHandler$|^EventHandler$/
const OBJECT = /^(?:ArrayBuffer|DataView|\w+Array|any|object|ArrayBufferView|Function)$/
const KEPT = /^(?:Promise|FrozenArray|ObservableArray)$/
const GENERIC = /^(?:sequence|record)$/

/** Wrapping them costs too much: happy-dom or a fix converts their arguments. */
const HOT = new RegExp(
  [
    '^(?:EventTarget|CSSStyleDeclaration|Canvas\\w+|Path2D|NodeList|HTMLCollection)\\.',
    '^DOMTokenList\\.(?:contains|toggle|replace)$',
    '^NamedNodeMap\\.(?:item|getNamedItem)$',
    '^Node\\.(?:\\w+Child|insertBefore|contains|cloneNode)$',
    '\\.(?:create(?:(?:Attribute|Element)(?:NS)?|TextNode|Comment)|getElement(?:ById|sBy(?:Tag|Class)\\w+))$',
    '\\.(?:querySelector(?:All)?|matches|closest|(?:get|set|has|remove)Attribute(?:NS)?)$',
  ].join('|'),
)

/** `server/dom/css` has their members. */
const OF_CSS =
  /^(?:CSS\w*Rule|CSSRuleList|CSSNestedDeclarations|CSSStyleDeclaration|(?:CSS)?StyleSheet|StyleSheetList|MediaList)$/

/** @returns The type as the table writes it; undefined if its values are used as they are. */
function typeText(idl: Idl, type: IdlType, isNullable = type.nullable): string | undefined {
  const { idlType } = type
  const suffix = isNullable ? '?' : extended(type, 'LegacyNullToEmptyString') ? '!' : ''
  if (typeof idlType !== 'string') {
    if (type.generic === 'FrozenArray') return `${idlType[0]?.idlType}[]${suffix}`
    const others = idlType.filter((one) => !String(one.idlType).startsWith('Trusted'))
    const [only] = others
    return type.union && only && others.length === 1 ? typeText(idl, only) : undefined
  }
  if (idlType === 'CSSOMString') return `DOMString${suffix}`
  const alias = idl.typedefs.get(idlType)
  if (alias) return typeText(idl, alias, isNullable || alias.nullable)
  if (idl.enums.has(idlType)) return `=${idl.enums.get(idlType)?.join('|')}${suffix}`
  const isKnown = SCALARS.test(idlType) || idl.interfaces.has(idlType)
  return isKnown ? `${idlType}${suffix}` : undefined
}

function reflectedOf(idl: Idl, member: Member): Reflected | undefined {
  const annotation = member.extAttrs.find(({ name }) =>
    /^Reflect(?:URL|Setter|NonNegative|Positive|PositiveWithFallback)?$/.test(name),
  )
  const type = typeText(idl, member.idlType)
  if (!annotation || type === undefined) return undefined
  const kind = annotation.name.slice('Reflect'.length)
  const fallback = extended(member, 'ReflectDefault')?.rhs?.value
  const range = extended(member, 'ReflectRange')?.rhs?.value as { value: string }[] | undefined
  const [least, most] = range?.map(({ value }) => Number(value)) ?? []
  return {
    ...(type === 'DOMString' ? {} : { type }),
    ...(annotation.rhs ? { attribute: String(annotation.rhs.value).replaceAll('"', '') } : {}),
    ...(kind === '' ? {} : { kind }),
    ...(fallback === undefined ? {} : { fallback: Number(String(fallback).replaceAll('"', '')) }),
    ...(least === undefined || most === undefined ? {} : { range: [least, most] }),
  }
}

/** The methods of one name may differ in their arguments. */
function methodOf(idl: Idl, overloads: readonly Member[]): [number, ...string[]] {
  const least = overloads.map(
    ({ arguments: all = [] }) => all.filter((one) => !one.optional && !one.variadic).length,
  )
  const [only] = overloads.length === 1 ? overloads : []
  const types = (only?.arguments ?? []).map(({ idlType, variadic }) =>
    variadic ? '' : (typeText(idl, idlType) ?? ''),
  )
  while (types.at(-1) === '') types.pop()
  return [Math.min(...least), ...types]
}

const isOf = (
  idl: Idl,
  type: IdlType,
  isFound: (name: string, generic: string) => boolean,
): boolean => {
  const { generic, idlType } = type
  if (typeof idlType !== 'string')
    return isFound('', generic) || idlType.some((one) => isOf(idl, one, isFound))
  const alias = idl.typedefs.get(idlType)
  return alias ? isOf(idl, alias, isFound) : isFound(idlType, generic)
}

/** The members that return plain objects: dictionaries, promises, arrays. */
function returnsOf(idl: Idl, members: readonly Member[]): Returns | undefined {
  const returns = (type: IdlType) =>
    isOf(idl, type, (name, generic) => {
      const isDictionary = idl.dictionaries.has(name)
      return OBJECT.test(name) || isDictionary || KEPT.test(generic) || GENERIC.test(generic)
    })
  const keeps = ({ idlType }: Member) => isOf(idl, idlType, (_, generic) => KEPT.test(generic))
  const returning = members.filter(({ name, idlType, special }) => {
    return name && idlType && special !== 'static' && returns(idlType)
  })
  const textOf = (sameKind: readonly Member[]) =>
    [...new Set(sameKind.map(({ name }) => name))].join(' ') || undefined
  const attributes = returning.filter(({ type }) => type === 'attribute')
  if (returning.length === 0) return undefined
  return {
    methods: textOf(returning.filter(({ type }) => type === 'operation')),
    kept: textOf(attributes.filter(keeps)),
    any: textOf(attributes.filter((one) => !keeps(one))),
  }
}

/** The value of a member without a default, by its type. */
function emptyValue(type: string): unknown {
  if (type === 'boolean') return false
  return type.endsWith('?') ? null : /String$/.test(type) ? '' : SCALARS.test(type) ? 0 : null
}

function literal(type: string, value: Member['default']): unknown {
  if (value?.type === 'sequence') return []
  if (!value) return emptyValue(type)
  return value.type === 'number' ? Number(value.value) : (value.value ?? null)
}

function isEvent(idl: Idl, name: string): boolean {
  const base = idl.interfaces.get(name)?.base
  return name === 'Event' || (typeof base === 'string' && isEvent(idl, base))
}

/** Lists the members of a dictionary and of those that it inherits from. */
function fieldsOf(idl: Idl, name: string): ReadonlyMap<string, Member> {
  const { base = null, members = [] } = idl.dictionaries.get(name) ?? {}
  const inherited = base === null ? [] : fieldsOf(idl, base)
  return new Map([...inherited, ...members.map((one) => [one.name, one] as const)])
}

/** Finds an event's members in the dictionary that its constructor takes. */
function eventOf(idl: Idl, members: readonly Member[]): Named<EventMember> {
  const { arguments: [, init] = [] } = members.find(({ type }) => type === 'constructor') ?? {}
  const fields = fieldsOf(idl, String(init?.idlType.idlType))
  return Object.fromEntries(
    members
      .filter(({ type, special }) => type === 'attribute' && special !== 'static')
      .map(({ name, idlType }) => {
        const field = fields.get(name)
        const type = typeText(idl, (field ?? { idlType }).idlType) ?? ''
        const member = [type, literal(type, field?.default)] as const
        return [name, field?.required ? [...member, true] : member]
      }),
  )
}

const initOf = ({ name, arguments: all = [] }: Member): readonly string[] => [
  name,
  ...all.map((one) => one.name.replace(/Arg$/, '')),
]

function describe(idl: Idl, name: string): InterfaceDescription {
  const { base, members, isCloned } = idl.interfaces.get(name) as Interface
  const ordinary = members.filter((one) => one.name && !extended(one, 'LegacyUnforgeable'))
  if (OF_CSS.test(name)) return { base, returns: returnsOf(idl, ordinary) }
  const attributes = ordinary.filter((one) => one.type === 'attribute' && one.special !== 'static')
  const operations = ordinary.filter(
    (one) => one.type === 'operation' && one.special !== 'static' && one.name,
  )
  const typeOf = ({ idlType }: Member) => String(idlType.idlType)
  const reflected: [string, Reflected][] = []
  const settable: [string, string][] = []
  for (const one of attributes) {
    const reflection = reflectedOf(idl, one)
    const type = typeText(idl, one.idlType)
    if (reflection) reflected.push([one.name, reflection])
    else if (!one.readonly && type && /^(?:\W|[^A-Z]|DOMS|USVS)/.test(type) && !HANDLER.test(type))
      settable.push([one.name, type])
  }
  // Methods that return a promise reject it.
  const thrown = operations.filter(
    (one) => one.idlType.generic !== 'Promise' && !HOT.test(`${name}.${one.name}`),
  )
  const methods = [...new Set(thrown.map((one) => one.name))]
    .map((method) => [method, thrown.filter((one) => one.name === method)] as const)
    .map(([method, overloads]) => [method, methodOf(idl, overloads)] as const)
    .filter(([, [least, ...types]]) => least > 0 || types.length > 0)
  // Two in three constants are of SVG, and nothing here reads its geometry.
  const constants = name.startsWith('SVG') ? [] : ordinary.filter(({ type }) => type === 'const')
  const constructors = members.filter(({ type }) => type === 'constructor')
  const handlers = attributes.filter((one) => HANDLER.test(typeOf(one)))
  return {
    base,
    isCloned: isCloned || undefined,
    arity: constructors.length > 0 ? methodOf(idl, constructors)[0] || undefined : undefined,
    constants: filled(constants.map((one) => [one.name, Number(one.value?.value)])),
    handlers: handlers.length > 0 ? handlers.map((one) => one.name.slice(2)) : undefined,
    reflected: filled(reflected),
    attributes: filled(settable),
    methods: filled(methods),
    event: isEvent(idl, name) && name !== 'Event' ? eventOf(idl, members) : undefined,
    init: operations.filter((one) => /^init\w+Event$/.test(one.name)).map(initOf)[0],
    returns: returnsOf(idl, ordinary),
  }
}

/** Undefined is not part of JSON, so that the table is small. */
const filled = <T>(entries: readonly (readonly [string, T])[]): Named<T> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined

/** Interfaces that the window of snapshots must not have. */
function absent(): readonly string[] {
  const file = new URL('../../../../server/diagnostics/missing-names.json', import.meta.url)
  const reasons: Named<Named<string>> = JSON.parse(readFileSync(file, 'utf8')).absent
  return Object.values(reasons).flatMap((names) => names['.']?.split(' ') ?? [])
}

export async function interfaceTable(): Promise<InterfaceTable> {
  const idl = await readIdl(notInChromium())
  const left = new Set(absent())
  const names = [...idl.interfaces.keys()].filter((name) => !left.has(name)).toSorted()
  return Object.fromEntries(names.map((name) => [name, describe(idl, name)]))
}
