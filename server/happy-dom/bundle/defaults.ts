/**
 * Takes what every object of a class begins with out of its constructor, and puts it on the prototype, where it is found just
 * the same. An element of happy-dom begins with some forty such values, and storing them is most of the work of making one:
 * as the constructors are those of a hundred classes, no store in them is a quick one. In: a module of happy-dom's with one
 * class. Out: the module in which only what differs by object is stored.
 */

/** At the first level of a constructor: a value that is the same for all. */
const STORED = /^ {8}this\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
/** A field with such a value. */
const FIELD = /^ {4}\[([\w.]+)\] = (null|false|true|0|''|NOTHING|NodeTypeEnum\.\w+);\n/gm
const CONSTRUCTOR = /^ {4}constructor\(.*?\) \{\n.*?^ {4}\}\n/ms

/**
 * How many there are in all of happy-dom. Fewer would mean that its constructors are written in another way by now, and that
 * its elements are dear again without a word.
 */
export const STORES = 432

/** Gives the changed module, and how much was taken out; the same if there is nothing. */
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
