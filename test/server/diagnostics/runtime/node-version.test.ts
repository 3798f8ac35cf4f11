/** Which versions of Node a server warns of: those that `engines` of the package leaves out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { tooOldNode, unsafeNode } from '../../../../server/diagnostics/runtime/node-version.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('node-version')

const { engines } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'),
) as { engines: { node: string } }

const VERSIONS: readonly (readonly [version: string, safe: boolean])[] = [
  ['v18.20.8', false],
  ['v20.19.0', false],
  ['v20.20.1', false],
  ['v20.20.2', true],
  ['v20.21.0', true],
  ['v21.7.3', false],
  ['v22.22.1', false],
  ['v22.22.2', true],
  ['v23.11.0', false],
  ['v24.13.9', false],
  ['v24.14.1', true],
  ['v25.0.0', true],
  ['v26.1.0', true],
]

for (const [version, safe] of VERSIONS) {
  test(`Node ${version} is ${safe ? 'fine' : 'warned of'}`, () => {
    const said = unsafeNode(version)
    if (safe) expect(said).toBeUndefined()
    else expect(said).toMatch(new RegExp(`Node ${version} is not safe.*Install Node 20\\.20\\.2`))
  })
}

for (const [version, isTooOld] of [
  ['v16.20.2', true],
  ['v18.20.8', true],
  ['v20.0.0', false],
  ['v24.14.1', false],
] as const)
  test(`Node ${version} is ${isTooOld ? 'refused' : 'used'}`, () => {
    const error = tooOldNode(version)
    if (isTooOld) expect(error).toMatch(/^Node v1\d\.20\.\d is too old: .* Install Node 20\.20\.2/)
    else expect(error).toBeUndefined()
  })

test('the warning and the package ask for the same', () => {
  expect(engines.node).toBe('>=20.20.2 <21 || >=22.22.2 <23 || >=24.14.1')
  for (const [, version] of engines.node.matchAll(/>=([\d.]+)/g)) {
    expect(unsafeNode(`v${version}`)).toBeUndefined()
  }
})
