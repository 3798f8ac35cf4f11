/** Compares the values that the DOM computes for a page with those of Chromium. */
import { readFileSync } from 'node:fs'
import type { ChromiumValues } from './chromium-values.ts'
import type { InPage } from './dom-process.ts'
import { EXTRA, elementsOf, endMotion, extraOf, type Packed, valuesOf } from './read-styles.ts'
import { nameOf, VIEWS } from './views.ts'

export interface PageRequest {
  readonly name: string
  readonly html: string
  /** The values of Chromium. */
  readonly file: string
  /** The properties whose differences are returned one by one; undefined: all. */
  readonly listed: readonly string[] | undefined
  /** The only view to compare; undefined: all. */
  readonly view: string | undefined
}

export interface Difference {
  readonly page: string
  readonly path: string
  readonly property: string
  readonly chromium: string
  readonly ours: string
  readonly views: string[]
}

interface Tally {
  values: number
  different: number
}

export interface PropertyTally extends Tally {
  readonly examples: Difference[]
}

export interface PageResult {
  readonly page: string
  readonly properties: Record<string, PropertyTally>
  readonly listed: Difference[]
  /** All values of what could not be read count as different. */
  readonly errors: readonly string[]
}

const EXAMPLES = 3

export async function comparePage(inPage: InPage, request: PageRequest): Promise<PageResult> {
  const { properties, views } = JSON.parse(readFileSync(request.file, 'utf8')) as ChromiumValues
  const tallies = new Tallies(request)
  for (const [index, view] of VIEWS.entries()) {
    const packed = views[index]
    const name = nameOf(view)
    if (packed === undefined || (request.view ?? name) !== name) continue
    await inPage(request.html, view, () => compareView(tallies, properties, packed, name)).catch(
      (error) => tallies.fail(properties, packed, name, String(error)),
    )
  }
  return { ...tallies.result, errors: [...tallies.result.errors] }
}

class Tallies {
  readonly result: Omit<PageResult, 'errors'> & { readonly errors: Set<string> }
  readonly #isListed: (property: string) => boolean
  readonly #known = new Map<string, Difference>()

  constructor({ name, listed }: PageRequest) {
    this.result = { page: name, properties: {}, listed: [], errors: new Set() }
    const names = listed && new Set(listed)
    this.#isListed = (property) => names?.has(property) ?? true
  }

  of(property: string): PropertyTally {
    this.result.properties[property] ??= { values: 0, different: 0, examples: [] }
    return this.result.properties[property]
  }

  add(path: string, property: string, chromium: string, ours: string, view: string): void {
    const tally = this.of(property)
    tally.different += 1
    const isListed = this.#isListed(property)
    if (!isListed && tally.examples.length >= EXAMPLES) return
    const key = JSON.stringify([path, property, chromium, ours])
    const known = this.#known.get(key)
    if (known) {
      known.views.push(view)
      return
    }
    const page = this.result.page
    const difference = { page, path, property, chromium, ours, views: [view] }
    this.#known.set(key, difference)
    if (tally.examples.length < EXAMPLES) tally.examples.push(difference)
    if (isListed) this.result.listed.push(difference)
  }

  fail(properties: readonly string[], { rows }: Packed, view: string, reason: string): void {
    this.result.errors.add(`${view}: ${reason}`)
    for (const property of properties) {
      const tally = this.of(property)
      tally.values += rows.length
      tally.different += rows.length
    }
  }
}

function compareView(
  tallies: Tallies,
  properties: readonly string[],
  { strings, rows }: Packed,
  view: string,
): void {
  endMotion()
  const elements = elementsOf()
  const mismatch = rows.find(({ at, tag }) => elements[at]?.localName !== tag)
  if (mismatch || elements.length !== rows.filter(({ pseudo }) => pseudo === null).length)
    throw new Error(`the trees differ at element ${mismatch?.at} (${mismatch?.tag})`)
  const all = [...properties, ...EXTRA]
  const counted = all.map((property) => tallies.of(property))
  for (const { at, pseudo, values } of rows) {
    const element = elements[at] as Element
    const ours = oursOf(element, pseudo, properties)
    if ('error' in ours) tallies.result.errors.add(ours.error)
    let path: string | undefined
    for (let index = 0; index < values.length; index++) {
      const chromium = strings[values[index] as number] as string
      const own = 'error' in ours ? ours.error : (ours[index] as string)
      const tally = counted[index] as PropertyTally
      tally.values += 1
      if (chromium === own) continue
      path ??= `${pathOf(element)}${pseudo ?? ''}`
      tallies.add(path, all[index] as string, chromium, own, view)
    }
  }
}

function oursOf(
  element: Element,
  pseudo: string | null,
  properties: readonly string[],
): readonly string[] | { readonly error: string } {
  try {
    const values = valuesOf(element, pseudo, properties)
    return pseudo === null ? [...values, ...extraOf(element)] : values
  } catch (error) {
    return { error: String(error) }
  }
}

/** The path of an element, short enough for one line: `body > ul.nav > li:nth-child(2)`. */
function pathOf(element: Element): string {
  const parent = element.parentElement
  const id = element.id ? `#${element.id}` : ''
  const [first] = element.classList
  const position =
    parent && parent.children.length > 1
      ? `:nth-child(${[...parent.children].indexOf(element) + 1})`
      : ''
  const own = `${element.localName}${id}${first ? `.${first}` : ''}${position}`
  if (parent) return parent.localName === 'html' ? own : `${pathOf(parent)} > ${own}`
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? `${pathOf(root.host)} >> ${own}` : own
}
