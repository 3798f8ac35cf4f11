/**
 * Interfaces and their objects are what they are in Chromium: what each is derived from, which class made it, what
 * `Object.prototype.toString` calls it, and of which interfaces it is an instance. What differs is listed with its reason, and leaves
 * the list when it does no more.
 */
import { expect, test } from '@playwright/test'
import { openBoth, type Side } from './engine.ts'
import { interfacesOfWindow } from './interface-names.ts'

type Answers = Readonly<Record<string, string>>

const NODES = 'is Node’s, as loaders hand it on to pages'
const ARRAY = 'happy-dom’s is an Array or a Set, and is read as one'
const DEAF = 'tells nobody anything, so it is no event target'
const INNER = 'shares a class with another, which pages see above it'
const SPECIFICATION = 'is what the specification says'
const WRAPPED =
  'is wrapped, so that what it makes is of the page; it is still what its objects are instances of'
const OLD = 'not built: nothing has asked for it yet'

/** What differs for these reasons in one version of Node or Chromium may not in another. */
const VERSIONED: ReadonlySet<string> = new Set([NODES, SPECIFICATION])

const DIFFERENT_INTERFACES: Readonly<Record<string, string>> = {
  CSSStyleRule: SPECIFICATION,
  Clipboard: DEAF,
  CustomStateSet: ARRAY,
  DataTransferItemList: ARRAY,
  FormData: NODES,
  IntersectionObserver: INNER,
  MessageChannel: NODES,
  MessagePort: NODES,
  NodeIterator: INNER,
  OffscreenCanvas: DEAF,
  PerformanceObserver: WRAPPED,
  Range: SPECIFICATION,
  Request: WRAPPED,
  ResizeObserver: INNER,
  TextDecoderStream: NODES,
  TextEncoderStream: NODES,
  TextTrackCueList: ARRAY,
  TreeWalker: INNER,
}

const DIFFERENT_OBJECTS: Readonly<Record<string, string>> = {
  performance: NODES,
  'performance.timing': NODES,
  'navigator.clipboard': DEAF,
  'a document of createDocument': OLD,
  'the class of SVG': INNER,
  range: SPECIFICATION,
  'new Range': SPECIFICATION,
  TreeWalker: INNER,
  NodeIterator: INNER,
  'new BeforeUnloadEvent': 'happy-dom lets anyone construct it',
  'the rules of a sheet': ARRAY,
  'a rule of style': SPECIFICATION,
  'new FormData': NODES,
  'the signal of a controller': NODES,
  'new ResizeObserver': INNER,
  'new IntersectionObserver': INNER,
  'new MessageChannel': NODES,
  'a port of a channel': NODES,
  'the states of an element': ARRAY,
}

/** What differs, of what is on both sides. */
async function differences(
  sides: readonly Side[],
  what: 'interfaces' | 'kinds',
  names: readonly string[],
): Promise<{ all: number; different: { name: string; ours: string; theirs: string }[] }> {
  const [ours = {}, theirs = {}] = await Promise.all(
    sides.map((side) => side.call<Answers>(what, names)),
  )
  const shared = Object.entries(theirs).flatMap(([name, answer]) => {
    const own = ours[name]
    return own === undefined ? [] : [{ name, ours: own, theirs: answer }]
  })
  return { all: shared.length, different: shared.filter((one) => one.ours !== one.theirs) }
}

test('interfaces and objects are what they are in Chromium', async ({ page }) => {
  const [specs, { chromium, thread }] = await Promise.all([
    interfacesOfWindow(),
    openBoth(page, 'engine/interfaces.ts'),
  ])
  const names = [...specs.keys()].sort()
  const sides = [thread, chromium]
  const interfaces = await differences(sides, 'interfaces', names)
  // An answer names only interfaces that both sides have: others are those of names.spec.ts.
  const [ours = {}, theirs = {}] = await Promise.all(
    sides.map((side) => side.call<Answers>('interfaces', names)),
  )
  const kinds = await differences(
    sides,
    'kinds',
    names.filter((name) => name in ours && name in theirs),
  )
  await thread.close()

  expect(interfaces.different.filter(({ name }) => !(name in DIFFERENT_INTERFACES))).toEqual([])
  expect(kinds.different.filter(({ name }) => !(name in DIFFERENT_OBJECTS))).toEqual([])
  for (const [{ different }, reasons] of [
    [interfaces, DIFFERENT_INTERFACES],
    [kinds, DIFFERENT_OBJECTS],
  ] as const) {
    const lasting = (name: string) => !VERSIONED.has(reasons[name] ?? '')
    const names = different.map(({ name }) => name).filter(lasting)
    expect(names.sort()).toEqual(Object.keys(reasons).filter(lasting).sort())
  }
  expect(interfaces.all).toBeGreaterThan(400)
  expect(kinds.all).toBeGreaterThan(160)
})
