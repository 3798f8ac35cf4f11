/**
 * The declarations of at-rules such as `@font-face`, which are no properties of elements.
 * https://drafts.csswg.org/cssom/#the-cssstyledeclaration-interface
 */
import { HappyDOM } from '#happy-dom'
import { quoted } from '../additions/selectors/tokens.ts'
import { readBlock } from './parse-rules.ts'

/** Values by name, in the order of the block. */
export type DescriptorValues = Map<string, string>

const DECLARATION = /^\s*([-\w]+)\s*:\s*(.*?)\s*$/s

/** @param names The known ones. Default: all. */
export function readDescriptors(body: string, names?: readonly string[]): DescriptorValues {
  const values: DescriptorValues = new Map()
  for (const block of readBlock(body)) {
    for (const declaration of typeof block === 'string' ? declarationsIn(block) : []) {
      const [, given = '', value = ''] = DECLARATION.exec(declaration) ?? []
      const name = given.startsWith('--') ? given : given.toLowerCase()
      if (value !== '' && (names?.includes(name) ?? true)) values.set(name, writtenAs(name, value))
    }
  }
  return values
}

/** Semicolons in strings and parentheses end no declaration. */
const declarationsIn = (block: string): string[] =>
  block.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()]|\([^()]*\))*\)|[^;])+/gs) ?? []

const PARTS =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(url|local)\(\s*([^"')]+?)\s*\)|\s*,\s*|\s+/gs

/** Names of fonts need no quotes, if they are identifiers. */
const writtenAs = (name: string, value: string): string =>
  name === 'font-family'
    ? writtenValue(value).replace(/"([a-z][\w-]*)"/gi, '$1')
    : writtenValue(value)

/** Writes a value with double quotes and single spaces. */
const writtenValue = (value: string): string =>
  value.replace(PARTS, (match, string?: string, called?: string, name?: string) => {
    if (string) return string.startsWith('"') ? string : quoted(string.slice(1, -1))
    if (called) return `${called}(${quoted(name ?? '')})`
    return match.includes(',') ? ', ' : ' '
  })

/** @param order The names in the order of the text. Default: of the block. */
export const descriptorText = (
  values: DescriptorValues,
  order: readonly string[] = [...values.keys()],
): string =>
  order.flatMap((name) => (values.has(name) ? `${name}: ${values.get(name)};` : [])).join(' ')

const kebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^webkit-/, '-webkit-')

/** Properties of both spellings, as of an element's style. */
export function descriptorStyle(
  values: DescriptorValues,
  parentRule: object,
  changed: () => void,
): CSSStyleDeclaration {
  const set = (name: string, value: unknown) => {
    if (value === null || value === '') values.delete(name)
    else values.set(name, writtenAs(name, String(value)))
    changed()
  }
  const members = {
    parentRule,
    getPropertyValue: (name: string) => values.get(name.toLowerCase()) ?? '',
    getPropertyPriority: () => '',
    setProperty: (name: string, value: unknown) => set(name.toLowerCase(), value),
    removeProperty(name: string) {
      const before = values.get(name.toLowerCase()) ?? ''
      set(name.toLowerCase(), '')
      return before
    },
    item: (index: number) => [...values.keys()][index] ?? '',
    get length() {
      return values.size
    },
    get cssText() {
      return descriptorText(values)
    },
    set cssText(cssText: string) {
      values.clear()
      for (const [name, value] of readDescriptors(cssText)) values.set(name, value)
      changed()
    },
  }
  const { prototype } = HappyDOM.CSSStyleDeclaration
  return new Proxy(Object.create(prototype, Object.getOwnPropertyDescriptors(members)), {
    get(target, key) {
      if (key in members || typeof key === 'symbol') return Reflect.get(target, key)
      return /^\d+$/.test(key)
        ? members.item(Number(key)) || undefined
        : (values.get(kebab(key)) ?? '')
    },
    set(target, key, value) {
      if (typeof key === 'symbol' || key in members) return Reflect.set(target, key, value)
      set(kebab(key), value)
      return true
    },
  })
}
