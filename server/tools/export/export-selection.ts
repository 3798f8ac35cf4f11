// The states that a run of an export takes, of one shard of its files. Only a run that was offered
// all states may remove files, so only a `Whole` makes a `Removal`.

import type { ExportedState } from './export-form.ts'
import { isInShard, type Shard } from './shard.ts'

/** The files of other states stay. */
interface Part<S extends ExportedState> {
  readonly states: AsyncGenerator<S>
  readonly shard: Shard
}

interface Whole<S extends ExportedState> extends Part<S> {
  /** Call it after the last state. @returns Undefined if the list of states had a gap. */
  removal(): Removal | undefined
}

export type Selection<S extends ExportedState = ExportedState> = Whole<S> | Part<S>

/** Permits to remove files of a shard that the run did not write. */
class Removal {
  readonly #shard: Shard

  constructor(shard: Shard) {
    this.#shard = shard
  }

  covers(file: string): boolean {
    return isInShard(file, this.#shard)
  }
}

export type { Removal }

/** @param isComplete Whether the list of states had no gap. */
export const allStates = <S extends ExportedState>(
  states: AsyncGenerator<S>,
  shard: Shard = { index: 1, count: 1 },
  isComplete = () => true,
): Whole<S> => ({
  states,
  shard,
  removal: () => (isComplete() ? new Removal(shard) : undefined),
})

export const firstStates = <S extends ExportedState>(
  { states, shard }: Whole<S>,
  limit: number,
): Part<S> => ({ shard, states: firstOf(states, limit) })

async function* firstOf<S>(states: AsyncGenerator<S>, limit: number): AsyncGenerator<S> {
  let left = limit
  for await (const state of states) {
    yield state
    left -= 1
    if (left === 0) return
  }
}
