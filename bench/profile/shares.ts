// Adds up the samples of a profile: the share of each stage of a page, of each room of our sources,
// and of each function.

/** A profile, as V8's profiler writes it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[]
  /** Ids of nodes, in the order of time. */
  readonly samples: readonly number[]
  /** Before each sample, in µs. */
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: CallFrame
  readonly children?: readonly number[]
}

/** Its line and column count from 0. */
export interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

/** A function, and the file that it was written in. */
export interface Place {
  readonly name: string
  /** Empty for V8 itself. */
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** Shares of the time in which the worker was busy, the largest first. */
export type Shares = readonly (readonly [name: string, share: number])[]

export interface Summary {
  /** In ms. */
  readonly busy: number
  readonly stages: Shares
  readonly rooms: Shares
  readonly functions: Shares
  /** Of each function with all that it calls. */
  readonly wholes: Shares
}

const GARBAGE = '(garbage collector)'
const WAITS = '(idle)'
const APP = 'the page’s own code'

/** A stage, and the function that all of it is called by. */
const STAGES: readonly (readonly [stage: string, file: RegExp, name: RegExp])[] = [
  ['sending the answer', /worker-channel/, /^send$/],
  ['sending the answer', /^node:internal\/(?:child_process|stream_base)/, /./],
  ...['open', 'run', 'settle', 'write', 'close', 'finish'].map(
    (name) => [name, /-stages\.js$/, new RegExp(`^${name}$`)] as const,
  ),
]

export function summaryOf(profile: Profile, placeOf: (frame: CallFrame) => Place): Summary {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  const [stages, rooms, functions, wholes] = Array.from({ length: 4 }, () => new Counter()) as Four
  let busy = 0
  profile.samples.forEach((id, at) => {
    const time = profile.timeDeltas[at] ?? 0
    const place = places.get(id) as Place
    if (place.name === WAITS || !nodes.has(id)) return
    busy += time
    const path = pathTo(id, parents, places)
    stages.add(stageOf(path), time)
    rooms.add(roomOf(place), time)
    functions.add(textOf(place), time)
    // A function that calls itself counts once.
    for (const name of new Set(path.map(textOf))) wholes.add(name, time)
  })
  const share = (counter: Counter) => counter.shares(busy)
  return {
    busy: busy / 1000,
    ...{ stages: share(stages), rooms: share(rooms) },
    ...{ functions: share(functions), wholes: share(wholes) },
  }
}

type Four = [Counter, Counter, Counter, Counter]

const textOf = ({ name, file, line }: Place): string =>
  file === '' ? name : `${name}  ${file}:${line}`

class Counter {
  readonly #times = new Map<string, number>()

  add(name: string, time: number): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + time)
  }

  shares(whole: number): Shares {
    return [...this.#times]
      .map(([name, time]) => [name, time / whole] as const)
      .sort((one, other) => other[1] - one[1])
  }
}

/** From the innermost call. */
function pathTo(
  id: number,
  parents: ReadonlyMap<number, number>,
  places: ReadonlyMap<number, Place>,
): Place[] {
  const path: Place[] = []
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
    path.push(places.get(at) as Place)
  return path
}

/** An update of a component runs in a microtask, without the stage that waits for it. */
function stageOf(path: readonly Place[]): string {
  if (path[0]?.name === GARBAGE) return 'garbage'
  for (const place of path.toReversed()) {
    const found = STAGES.find(([, file, name]) => file.test(place.file) && name.test(place.name))
    if (found) return found[0]
  }
  return path.some(({ file }) => isOfApp(file)) ? APP : 'other'
}

const isOfApp = (file: string): boolean => file !== '' && !/^(?:server|src|npm|node)[:/]/.test(file)

function roomOf({ name, file }: Place): string {
  if (file === '') return name.startsWith('(') ? name : 'V8'
  const [, npm] = /^npm\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  if (npm) return npm
  if (file.startsWith('node:')) return 'Node'
  return isOfApp(file) ? APP : file.split('/').slice(0, -1).join('/')
}
