/** An error that comes of a built-in which Chromium has, and this Node has not, names it; no other error does. */
import { versions } from 'node:process'
import { equal } from 'playwright-test/taps'
import { missingBuiltIn } from '../../../server/diagnostics/missing-built-in.ts'
import { describe } from '../../../server/snapshot/worker/error-text.ts'
import { suite } from '../../run/suite.ts'
import { list, rows } from '../helpers/rows.ts'

const test = suite('missing-built-in')

const said = (name: string) =>
  `\`${name}\` is missing in Node ${versions.node.split('.')[0]}; Chromium has it`

/** What code throws that asks for a built-in; nothing where there is one. */
const thrownBy = (code: string): Error | undefined => {
  try {
    new Function(code)()
  } catch (error) {
    return error as Error
  }
  return undefined
}

for (const [code, name] of rows`
  Object.groupBy([], String)                 | Object.groupBy
  globalThis.Map.groupBy([], String)         | Map.groupBy
  new Intl.DurationFormat('en')              | Intl.DurationFormat
  Temporal.Now.instant()                     | Temporal
  Iterator.from([])                          | Iterator
  Promise.try(String).catch(String)          | Promise.try
  [1].values().map(String)                   | Iterator.prototype.map
  const list = new Set([1]).values(); list.toArray() | Iterator.prototype.toArray
  new Map().getOrInsert(1, 2)                | Map.prototype.getOrInsert
`) {
  test(code, () => {
    const error = thrownBy(code)
    if (error === undefined) return
    equal(missingBuiltIn(error.message), said(name))
    equal(describe(error).split('\n')[0], `${error.name}: ${error.message} (${said(name)})`)
  })
}

for (const message of list`
  items.map is not a function | Object.entriesOf is not a function | Temporally is not defined | ''
  Promise.all is not a function | Cannot read properties of undefined (reading 'map')
`)
  test(`says nothing of "${message}"`, () => equal(missingBuiltIn(message), undefined))
