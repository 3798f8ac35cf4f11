/**
 * Custom properties with a syntax, which `@property` rules and scripts register.
 * https://drafts.css-houdini.org/css-properties-values-api/
 */
import { perPage } from '../isolation/page-state.ts'
import { changed } from '../next-change.ts'
import { readDeclarations } from './declarations.ts'
import { writeAs } from './grammar.ts'
import { unquoted } from './split-text.ts'

export interface RegisteredProperty {
  readonly name: string
  readonly syntax: string
  readonly inherits: boolean
  readonly initial: string | undefined
}

const COMPONENT = String.raw`(?:<(?:length|number|percentage|length-percentage|color|image|url|integer|angle|time|resolution|transform-function|transform-list|custom-ident|string)>|(?!(?:initial|inherit|unset|revert|revert-layer|default)(?![\w-]))-?[a-z_][\w-]*)[+#]?`
const SYNTAX = new RegExp(String.raw`^\s*(?:\*|${COMPONENT}(?:\s*\|\s*${COMPONENT})*)\s*$`, 'i')
const DEPENDENT = /\d(?:r?(?:em|ex|ch|lh|ic|cap))\b|(?:var|env|attr)\(/i

/** @returns A string is the reason why the registration is invalid. */
function registration(property: RegisteredProperty): RegisteredProperty | string {
  const { name, syntax, initial } = property
  if (!/^--./.test(name)) return "Custom property names must start with '--'."
  if (!SYNTAX.test(syntax)) return 'The syntax provided is not a valid custom property syntax.'
  if (initial !== undefined && DEPENDENT.test(initial))
    return 'The initial value provided is not computationally independent.'
  if (syntax.trim() === '*') return { ...property, syntax: '*' }
  if (initial === undefined) return "An initial value must be provided if the syntax is not '*'"
  const written = writeAs(syntax, initial)
  if (written === undefined)
    return 'The initial value provided does not parse for the given syntax.'
  return { ...property, initial: written }
}

/** The registration of an `@property` rule; undefined if it is invalid. */
export function propertyOfRule(name: string, body: string): RegisteredProperty | undefined {
  const declared = new Map(readDeclarations(body).map(({ name, value }) => [name, value]))
  const [syntax, inherits] = [declared.get('syntax'), declared.get('inherits')]
  if (!/^["']/.test(syntax ?? '') || !/^(?:true|false)$/.test(inherits ?? '')) return undefined
  const property = registration({
    name,
    syntax: unquoted(syntax ?? ''),
    inherits: inherits === 'true',
    initial: declared.get('initial-value'),
  })
  return typeof property === 'string' ? undefined : property
}

const registered = perPage(() => new Map<string, RegisteredProperty>())

/** The registrations of scripts, by name. They win over rules. */
export const registeredByScripts = (): ReadonlyMap<string, RegisteredProperty> => registered()

interface Definition {
  readonly name?: unknown
  readonly syntax?: unknown
  readonly inherits?: unknown
  readonly initialValue?: unknown
}

const DOING = "Failed to execute 'registerProperty' on 'CSS': "

export function registerProperty(definition: Definition = {}): void {
  const { name, syntax = '*', inherits, initialValue } = definition
  for (const [member, value] of Object.entries({ inherits, name })) {
    if (value === undefined)
      throw new TypeError(
        `${DOING}Failed to read the '${member}' property from 'PropertyDefinition': Required member is undefined.`,
      )
  }
  const property = registration({
    name: String(name),
    syntax: String(syntax),
    inherits: Boolean(inherits),
    initial: initialValue === undefined ? undefined : String(initialValue),
  })
  if (typeof property === 'string') throw new DOMException(DOING + property, 'SyntaxError')
  if (registered().has(property.name)) {
    throw new DOMException(
      `${DOING}The name provided has already been registered.`,
      'InvalidModificationError',
    )
  }
  registered().set(property.name, property)
  changed()
}

/** The registrations of scripts as rules, for documents that run no scripts. */
export const registeredText = (): string =>
  [...registered().values()]
    .map(
      ({ name, syntax, inherits, initial }) =>
        `@property ${name}{syntax:"${syntax}";inherits:${inherits}${initial === undefined ? '' : `;initial-value:${initial}`}}`,
    )
    .join('')
