// What is known of the groups of states of adopted pages: whether going to their states inside the loaded page has been proven to
// show what loading them anew does. In: steps, and what came of proofs. Out: under which name pages of a group may be made by
// walking, which steps are to be proven, what to forget when a proof fails. A page goes through all of its states at first; once
// that has been found to leave something behind, only from one state of a group to the next; a group in which that fails, too, is
// barred. Bounded; what is barred stays so for as long as the process lives.

import type { Job } from '../pool/protocol.ts'
import { groupOf } from '../site/state-group.ts'
import { FIRST_PROOFS, mustProve, noteProven, type ProofRecord } from './proof-sample.ts'

type Asked = Pick<Job, 'page' | 'state' | 'url'>

/** Where a state may be walked to. */
export interface Place {
  /** What pages made there are known by; see `Reused`. */
  readonly group: string
  /** The states that one loaded page goes through. */
  readonly cluster: string
}

/** What a failed proof has ended. */
export interface Ended {
  /** Whose pages are to be forgotten. */
  readonly groups: readonly string[]
  /** Whether states of the group are loaded anew from now on; else they are walked to from each other only. */
  readonly isBarred: boolean
}

/** See the head of this file. */
export interface GroupProofs {
  /** Undefined: it is loaded anew. */
  placeOf(asked: Asked): Place | undefined
  /** Whether enough has been proven for any page to be believed. */
  isBelieved(place: Place): boolean
  /** Notes that a page is walked to. */
  noteStep(place: Place): void
  /** Whether it is to be proven. */
  mustProve(place: Place, step: string): boolean
  held(place: Place, step: string): void
  /** @param visited Groups that the page has been to. */
  failed(asked: Asked, place: Place, visited: ReadonlySet<string>): Ended
  /** The page could not be walked to, and nobody knows why. @returns What that has ended, when it was once too often. */
  stumbled(asked: Asked, place: Place): Ended | undefined
}

interface Record extends ProofRecord {
  held: number
  stumbles: number
}

/** States of more groups are loaded anew. */
const MOST_GROUPS = 4096

/** How often in a row. */
const MOST_STUMBLES = 3

/** Makes it. @param random From 0 to below 1. */
export function createGroupProofs(random: () => number): GroupProofs {
  const records = new Map<string, Record>()
  const barred = new Set<string>()
  /** Pages of which one group has been found to change another. */
  const apart = new Set<string>()

  const nameOf = (asked: Asked, isApart: boolean) =>
    `${isApart ? 'apart' : 'walk'} ${groupOf(asked)}`
  const recordOf = ({ group }: Place): Record => {
    const record = records.get(group) ?? { walked: 0, proven: new Set(), held: 0, stumbles: 0 }
    records.set(group, record)
    return record
  }

  function bar(asked: Asked, { group }: Place): Ended {
    barred.add(groupOf(asked))
    records.delete(group)
    return { groups: [group], isBarred: true }
  }

  return {
    placeOf(asked) {
      if (barred.has(groupOf(asked))) return undefined
      const isApart = apart.has(asked.page)
      const group = nameOf(asked, isApart)
      if (!records.has(group) && records.size + barred.size >= MOST_GROUPS) return undefined
      return { group, cluster: isApart ? `${asked.url} ${group}` : asked.url }
    },
    isBelieved: (place) => recordOf(place).held >= FIRST_PROOFS,
    noteStep(place) {
      recordOf(place).walked += 1
    },
    mustProve(place, step) {
      const record = recordOf(place)
      return record.held < FIRST_PROOFS || mustProve(record, step, random)
    },
    held(place, step) {
      const record = recordOf(place)
      record.held += 1
      record.stumbles = 0
      noteProven(record, step)
    },
    failed(asked, place, visited) {
      // It has gone wrong by itself.
      if (apart.has(asked.page) || visited.size < 2) return bar(asked, place)
      apart.add(asked.page)
      const ofPage = [...records.keys()].filter((one) => pageOf(one) === asked.page)
      for (const one of ofPage) records.delete(one)
      return { groups: [...new Set([place.group, ...ofPage])], isBarred: false }
    },
    stumbled(asked, place) {
      const record = recordOf(place)
      record.stumbles += 1
      return record.stumbles < MOST_STUMBLES ? undefined : bar(asked, place)
    },
  }
}

/** The page that a group is of; see `groupOf`. */
const pageOf = (group: string): string => group.slice(group.indexOf(' ') + 1, group.indexOf('#'))
