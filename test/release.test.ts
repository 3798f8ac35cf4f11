/** The version, the date and the figure that the site shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readChromiumCost } from '../docs/site/build/chromium-cost.ts'
import { readRelease, releaseLine } from '../docs/site/build/release.ts'
import { setVariable } from './environment.ts'
import { suite } from './run/suite.ts'

const test = suite('release')

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test('two builds of a commit have one date, which SOURCE_DATE_EPOCH replaces', () => {
  const restore = setVariable('SOURCE_DATE_EPOCH', '86400')
  try {
    const release = readRelease()
    expect(release.version).toBe(JSON.parse(read('package.json')).version)
    expect(releaseLine(release)).toBe(
      `hashbang-router ${release.version}, <time datetime="1970-01-02">2 January 1970</time>`,
    )
  } finally {
    restore()
  }
  expect(readRelease()).toEqual(readRelease())
})

test('a build without git and without SOURCE_DATE_EPOCH shows the version alone', () => {
  expect(releaseLine({ version: '1.2.3', date: null })).toBe('hashbang-router 1.2.3')
})

test('the figure of the home page is in the comparison', () => {
  const { ours, chromium } = readChromiumCost()
  const [, row = ''] = /^\| Lit view \|(.*)$/m.exec(read('docs/comparison.md')) ?? []
  expect(row).toContain(` ${ours.toFixed(2)}x (`)
  expect(row).toContain(` ${chromium}x (`)
})
