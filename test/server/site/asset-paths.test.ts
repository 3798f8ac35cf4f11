/** Which paths are files of a folder; a state that no disk could have as a name is none, and no error either. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { assetPaths } from '../../../server/site/asset-paths.ts'
import { fileName } from '../../../server/site/file-name.ts'
import { suite } from '../../run/suite.ts'

const test = suite('asset-paths')

const CASES: [path: string, isAsset: boolean][] = [
  ['/docs/a.txt', true],
  ['/docs/%61.txt', true],
  ['/docs/assets/missing.js', true],
  ['/docs/b.txt', false],
  ['/docs/../secret', false],
  ['/docs/%2e%2e/secret', false],
  ['/docs/%00', false],
  ['/docs/%', false],
  [`/docs/${'x'.repeat(256)}`, false],
  [`/docs/${encodeURIComponent('語'.repeat(86))}`, false],
  [`/docs/${'x/'.repeat(5000)}`, false],
  [`/docs/${'x'.repeat(5000)}`, false],
]

test('a path is a file of the folder, or below a folder of the build, or a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'asset-paths-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'a.txt'), 'a')
  writeFileSync(join(folder, 'assets/app.js'), '')
  const isAsset = assetPaths(folder, '/docs/')
  expect(CASES.map(([path]) => [path, isAsset(path)])).toEqual(CASES)
  rmSync(folder, { recursive: true })
})

test('the longest name that a disk takes is one', () => {
  expect(fileName(`/${'x'.repeat(255)}`)).toBe(`/${'x'.repeat(255)}`)
  expect(fileName(`/${encodeURIComponent('語'.repeat(85))}`)).toBe(`/${'語'.repeat(85)}`)
  expect(fileName(`/${'x'.repeat(256)}`)).toBeUndefined()
})
