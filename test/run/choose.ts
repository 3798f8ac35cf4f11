/** Chooses the test files of a run. */
import { ONLY_IN_ALL } from './only-in-all.ts'

/** The arguments of `npm test`. */
export interface Request {
  /** Runs every test, in every browser that this machine has: `--all`. */
  readonly all: boolean
  /** Runs units in Node and nothing else: `--units`. */
  readonly unitsOnly: boolean
  /** Pieces of paths; a file runs when its path holds one of them. None means every file. */
  readonly filters: readonly string[]
}

/** The chosen files, by kind. */
export interface Chosen {
  /** `*.test-d.ts`: the compiler checks them. */
  readonly types: readonly string[]
  /** `*.test.ts` without a document: they run in Node. */
  readonly nodeUnits: readonly string[]
  /** `*.test.ts` of `src/`: they run in browsers. */
  readonly browserUnits: readonly string[]
  /** `*.spec.ts`: Playwright Test runs them over the build. */
  readonly specs: readonly string[]
}

const FLAGS = { all: '--all', unitsOnly: '--units' }

/** Reads the command line. */
export function readRequest(args: readonly string[]): Request {
  const flags = Object.values(FLAGS)
  return {
    all: args.includes(FLAGS.all),
    unitsOnly: args.includes(FLAGS.unitsOnly),
    filters: args.filter((argument) => !flags.includes(argument)),
  }
}

/**
 * Chooses files.
 *
 * @param files Paths below `test/`, with that folder's name.
 */
export function choose(files: readonly string[], { all, unitsOnly, filters }: Request): Chosen {
  const candidates = files
    .filter((file) => !/^test\/(bench|fixtures)\//.test(file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  const units = candidates.filter((file) => file.endsWith('.test.ts'))
  // A filter asks for these files by name, whichever run they belong to.
  const isWanted = (spec: string) => all || filters.length > 0 || !(spec in ONLY_IN_ALL)
  const unless = (list: readonly string[]) => (unitsOnly ? [] : list)
  return {
    types: unless(candidates.filter((file) => file.endsWith('.test-d.ts'))),
    nodeUnits: units.filter((file) => !file.startsWith('test/src/dom/')),
    browserUnits: unless(units.filter((file) => file.startsWith('test/src/'))),
    specs: unless(candidates.filter((file) => file.endsWith('.spec.ts')).filter(isWanted)),
  }
}
