/** Which versions of Node a server warns of: those that `engines` of the package leaves out. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { tooOldNode, unsafeNode } from '../../../../server/diagnostics/runtime/node-version.ts'
import { suite } from '../../../run/suite.ts'
import { list } from '../../helpers/rows.ts'

const test = suite('node-version')

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
}

const SAFE = list`v20.20.2 | v20.21.0 | v22.22.2 | v24.14.1 | v25.0.0 | v26.1.0`
const UNSAFE = list`
  v18.20.8 | v20.19.0 | v20.20.1 | v21.7.3 | v22.22.1 | v23.11.0 | v24.13.9
`
test('a server warns of unsafe versions of Node, and of no other', () => {
  expect([...SAFE, ...UNSAFE].filter(unsafeNode)).toEqual(UNSAFE)
  for (const version of UNSAFE) expect(unsafeNode(version)).toMatch(`Node ${version} is not safe`)
  expect(unsafeNode('v20.19.0')).toMatch(/Install Node 20\.20\.2/)
})

test('versions that are too old are refused', () => {
  const old = ['v16.20.2', 'v18.20.8']
  expect([...old, 'v20.0.0', 'v24.14.1'].filter(tooOldNode)).toEqual(old)
  for (const version of old)
    expect(tooOldNode(version)).toMatch(/^Node v1\d\.20\.\d is too old: .* Install Node 20\.20\.2/)
})

test('the warning and the package ask for the same', () => {
  expect(engines.node).toBe('>=20.20.2 <21 || >=22.22.2 <23 || >=24.14.1')
  for (const [, version] of engines.node.matchAll(/>=([\d.]+)/g))
    expect(unsafeNode(`v${version}`)).toBeUndefined()
})
