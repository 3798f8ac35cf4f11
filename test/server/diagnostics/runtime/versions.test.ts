/** Which versions of Node are refused: those that `engines` of the package leaves out. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { refusedNode } from '../../../../server/diagnostics/runtime/versions.ts'
import { suite } from '../../../run/suite.ts'
import { list } from '../../helpers/rows.ts'

const test = suite('node-version')

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
}

const SUPPORTED = list`v20.20.2 | v20.21.0 | v22.22.2 | v24.14.1 | v25.0.0 | v26.1.0`
const REFUSED = list`
  v16.20.2 | v18.20.8 | v19.9.0 | v20.19.0 | v20.20.1 | v21.7.3 | v22.0.0 | v22.22.1 | v23.11.0 | v24.13.9
`
test('versions of Node outside of `engines` are refused with the versions to install', () => {
  expect([...SUPPORTED, ...REFUSED].filter(refusedNode)).toEqual(REFUSED)
  for (const version of REFUSED)
    expect(refusedNode(version)).toBe(
      `hashbang-router does not run on Node ${version}, which is too old or not safe. ` +
        'Install Node 20.20.2 or a later 20, 22.22.2 or a later 22, or 24.14.1 or newer',
    )
  expect(engines.node).toBe('>=20.20.2 <21 || >=22.22.2 <23 || >=24.14.1')
})
