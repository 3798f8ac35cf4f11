/** The file of engines: what is written is read, and what is no such file is refused with what is wrong and what to do. */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import {
  parseEngines,
  readEngines,
  writeEngines,
} from '../../../../server/adopted/engines/engines-file.ts'
import { suite } from '../../../run/suite.ts'
import { folderWith } from '../../helpers/files.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('engines file')

const groups = new Map([
  ['/#b/*', { engine: 'chromium' as const, states: 2, why: 'b/1: "x"' }],
  ['/#', { engine: 'happy-dom' as const, states: 1 }],
])

test('what is written is what is read, in one order', () => {
  const text = writeEngines(groups)
  expect([...parseEngines(text, 'f')]).toEqual([...groups].reverse())
  expect(text).toBe(writeEngines(parseEngines(text, 'f')))
  expect(writeEngines(new Map())).toBe('{\n  "version": 1,\n  "groups": {}\n}\n')
})

/** A file of one group. */
const one = (group: object) => JSON.stringify({ version: 1, groups: { '/#': group } })
const app = { engine: 'app', states: 1 }

for (const [what, text, said] of rows`
  no JSON                    | {                             | it is no JSON
  no object                  | []                            | it holds [] in the place of an object
  of another version         | {"version":2,"groups":{}}     | "version" is 2: it must be 1
  without groups             | {"version":1,"groups":[]}     | "groups" is []: it must be an object
  with more than groups      | {"version":1,"groups":{},"x":1} | "x" is nothing that it holds
  with a group of no name    | {"version":1,"groups":{"x":{}}} | the group "x": its name must be
  with an unknown engine     | ${one({ ...app, engine: 'w' })} | it must be one of "happy-dom", "chromium", "app"
  with no number of states   | ${one({ ...app, states: -1 })} | "states" is -1
  with a reason but no text  | ${one({ ...app, why: 1 })}    | "why" is 1: it must be text
  with a group that has more | ${one({ ...app, x: 1 })}      | "x" is nothing that a group has
`) {
  test(`a file ${what} is refused with what is wrong and what to do`, () => {
    const parse = () => parseEngines(text, 'e.json')
    for (const part of [
      'e.json cannot be used: ',
      said,
      'Let `hashbang adopt --check` write it anew',
    ])
      expect(parse).toThrow(part)
  })
}

test('a file is read from the disk; where there is none nothing is known', async () => {
  const folder = await folderWith({ 'engines.json': writeEngines(groups) })
  expect(await readEngines(join(folder, 'engines.json'))).toEqual(groups)
  expect(await readEngines(join(folder, 'none.json'))).toBeUndefined()
  await expect(readEngines(folder)).rejects.toThrow('cannot be read')
})
