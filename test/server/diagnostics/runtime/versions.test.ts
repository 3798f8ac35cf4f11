/** Which versions of Node are refused: those that `engines` of the package leaves out. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { agedNode, refusedNode } from '../../../../server/diagnostics/runtime/versions.ts'
import { suite } from '../../../run/suite.ts'
import { list } from '../../helpers/rows.ts'

const test = suite('node-version')

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
}

const SUPPORTED = list`v20.20.2 | v20.21.0 | v22.22.2 | v24.14.1 | v26.0.0 | v26.1.0 | v27.0.0`
const REFUSED = list`
  v16.20.2 | v18.20.8 | v19.9.0 | v20.19.0 | v20.20.1 | v21.7.3 | v22.0.0 | v22.22.1 | v23.11.0 | v24.13.9 | v25.9.0
`
test('versions of Node outside of `engines` are refused with the versions to install', () => {
  expect([...SUPPORTED, ...REFUSED].filter(refusedNode)).toEqual(REFUSED)
  for (const version of REFUSED)
    expect(refusedNode(version)).toBe(
      `hashbang-router does not run on Node ${version}, which is too old or not safe. ` +
        'Install Node 22.22.2 or a later 22, 24.14.1 or a later 24, or 26.0.0 or newer',
    )
  expect(engines.node).toBe('^22.22.2 || ^24.14.1 || >=26.0.0')
})

test('a server on Node 20 warns of the parts that its pages lack', () => {
  expect(SUPPORTED.filter(agedNode)).toEqual(['v20.20.2', 'v20.21.0'])
  expect(agedNode('v20.20.2')).toMatch(/Promise\.withResolvers.* Install Node 24 or 26$/)
})
