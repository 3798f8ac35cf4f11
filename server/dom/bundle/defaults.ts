/**
 * Moves constant initial values from constructors to prototypes.
 * An element of happy-dom has about forty; storing them is most of the cost of creating one.
 */

const STORED = /^ {8}this\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
const FIELD = /^ {4}\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
const CONSTRUCTOR = /^ {4}constructor\(.*?\) \{\n.*?^ {4}\}\n/ms

/**
 * The number of such stores in happy-dom.
 * Fewer means that its constructors changed, and that elements are slow again.
 */
export const STORES = 432

export function defaultsOnPrototype(code: string): { changed: string; count: number } {
  const name = /^export default class (\w+) /m.exec(code)?.[1]
  if (name === undefined) return { changed: code, count: 0 }
  const defaults: string[] = []
  const take = (_: string, key: string, value: string) => {
    defaults.push(`${name}.prototype[${key}] = ${value};`)
    return ''
  }
  const changed = code
    .replace(CONSTRUCTOR, (body) => body.replace(STORED, take))
    .replace(FIELD, take)
  return { changed: `${changed}\n${defaults.join('\n')}\n`, count: defaults.length }
}
