/** A folder of an export against a model of it in memory. */
import fsp from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { allStates, firstStates } from '../../../../server/tools/export/export-selection.ts'
import { snapshotForm } from '../../../../server/tools/export/snapshot-form.ts'
import { numRuns } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { contentOf } from '../../../tools/folder-content.ts'
import { exported, failure, folderOf, page, states } from './catalogue.ts'

const test = suite('model of an export')

const STATES = ['', '/a', '/b', '/B', '/c/d', '/e?f=g', '//odd']

const step = fc.record({
  /**
   * Versions of the states: 0 is gone, 1 redirects, 2 has a header of its own, 3 and 4 are pages.
   */
  versions: fc.array(fc.nat(4), { minLength: STATES.length, maxLength: STATES.length }),
  failing: fc.subarray(STATES, { maxLength: 2 }),
  limit: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2, nil: undefined }),
  isSplit: fc.boolean(),
  isNamed: fc.boolean(),
  kill: fc.option(fc.nat(25), { freq: 1, nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const SITE = { origin: 'https://a.test', pages: { '/': { shell: '', app: '' } } }
const OPTIONS = { ...SITE, apps: [], readables: new Map(), served: '/srv', usual: {} }

const answer = (state: string, version: number) => {
  if (version === 1) return { ...failure, status: 301, headers: { location: `/to${state}` } }
  const text = `${state} of version ${version}`
  return { ...page(text), headers: version === 2 ? { 'x-robots-tag': 'noindex' } : {} }
}

async function run(folder: string, { versions, failing, limit, isSplit, isNamed }: Step) {
  const names = STATES.filter((_, at) => versions[at] !== 0)
  for (const index of isSplit ? [1, 2] : [1]) {
    const all = allStates(states(...names), { index, count: isSplit ? 2 : 1 })
    await exported(folder, [], undefined, {
      forms: [snapshotForm(folder, OPTIONS)],
      selection: limit === undefined ? all : firstStates(all, limit),
      run: isNamed ? JSON.stringify(versions) : undefined,
      handler: async ({ target }) => {
        const state = decodeURIComponent(target.slice('/?_escaped_fragment_='.length))
        const version = versions[STATES.indexOf(state)] ?? 0
        return failing.includes(state) ? failure : answer(state, version)
      },
    })
  }
}

/** From the so many next write on, this process can change no file any more. */
function dieAfter(writes: number): () => void {
  let left = writes
  const names = ['open', 'rename', 'rm', 'rmdir', 'chmod', 'writeFile', 'mkdir'] as const
  const real = Object.fromEntries(names.map((name) => [name, fsp[name]]))
  for (const name of names)
    Object.assign(fsp, {
      [name]: (...args: unknown[]) => {
        if (left-- <= 0) return Promise.reject(new Error('killed'))
        return (real[name] as (...args: unknown[]) => unknown)(...args)
      },
    })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fsp, real)
    syncBuiltinESMExports()
  }
}

test('after any sequence of runs no file is torn, and a whole run leaves the files of a fresh folder', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const folder = await folderOf('model')
      for (const one of steps) {
        if (one.kill === undefined) {
          await run(folder, one)
          continue
        }
        const revive = dieAfter(one.kill)
        await run(folder, one)
          .catch((error: Error) => expect(error.message).toBe('killed'))
          .finally(revive)
        // As a process that goes on: in the same run.
        if (one.isNamed) await run(folder, one)
      }
      for (const [file, text] of await contentOf(folder))
        if (!file.includes('/.hashbang-'))
          expect(text, file).toMatch(/hashbang-router \S+ \S+( -->)?\n$/)
      const last = { ...(steps.at(-1) as Step), failing: [], limit: undefined, kill: undefined }
      const fresh = await folderOf('model-fresh')
      await run(folder, last)
      await run(fresh, last)
      const left = [...(await contentOf(folder))].filter(([file]) => !file.includes('/.hashbang-'))
      expect(new Map(left)).toEqual(await contentOf(fresh))
    }),
    { numRuns: numRuns(30, 200) },
  )
})
