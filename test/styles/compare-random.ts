/** Compares random cascades in Chromium and in the DOM; the program and the spec call it. */
import type { Page as Tab } from '@playwright/test'
import fc from 'fast-check'
import { type Cascade, cascade, htmlOf } from './cascades.ts'
import { COMPARED } from './declarations.ts'
import type { DomSide } from './dom-side.ts'
import { shrink } from './shrink.ts'

export interface Failure {
  readonly cascade: Cascade
  readonly html: string
  /** `1 div color: red, ours blue`, Chromium's value first. */
  readonly differences: readonly string[]
}

export interface Sides {
  /** With the functions of `in-chromium.ts`. */
  readonly tab: Tab
  readonly dom: DomSide
}

const BATCH = 100

/** @returns The cascades that differ, the smallest first. */
export async function compareRandom(sides: Sides, seed: number, runs: number): Promise<Failure[]> {
  const cascades = fc.sample(cascade, { seed, numRuns: runs })
  const failures: Failure[] = []
  for (let at = 0; at < runs; at += BATCH)
    failures.push(...(await compareCascades(sides, cascades.slice(at, at + BATCH))))
  return smallestFirst(failures)
}

export async function shrinkFailures(
  sides: Sides,
  failures: readonly Failure[],
): Promise<Failure[]> {
  const smallest = new Map<string, Failure>()
  for (const { cascade } of failures) {
    const failing = await shrink(cascade, async (candidates) => {
      const found = await compareCascades(sides, candidates)
      return candidates.map((one) => found.some((failure) => failure.cascade === one))
    })
    for (const failure of await compareCascades(sides, [failing]))
      smallest.set(failure.html, failure)
  }
  return smallestFirst([...smallest.values()])
}

const smallestFirst = (failures: readonly Failure[]) =>
  failures.toSorted((one, other) => one.html.length - other.html.length)

async function compareCascades(
  { tab, dom }: Sides,
  cascades: readonly Cascade[],
): Promise<Failure[]> {
  const htmls = cascades.map(htmlOf)
  const call = `fixture.readCases(${JSON.stringify(htmls)}, ${JSON.stringify(COMPARED)})`
  const [theirs, ours] = await Promise.all([
    tab.evaluate<Record<string, string>[]>(call),
    dom.call('readCases', { htmls, properties: COMPARED }),
  ])
  return cascades.flatMap((cascade, at) => {
    const differences = differencesOf(theirs[at] ?? {}, ours[at] ?? {})
    return differences.length > 0 ? [{ cascade, html: htmls[at] ?? '', differences }] : []
  })
}

function differencesOf(theirs: Record<string, string>, ours: Record<string, string>): string[] {
  if (ours.error !== undefined) return [`error of ours: ${ours.error}`]
  const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  return [...keys].flatMap((key) =>
    theirs[key] === ours[key] ? [] : [`${key}: ${theirs[key]}, ours ${ours[key]}`],
  )
}
