/**
 * Specs follow each other in one process: none leaves a variable behind. Read from their sources.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from './run/suite.ts'

const test = suite('environment')

const SETS =
  /process\.env(?:\.\w+|\[[^\]]+\]) \??\|?\|?= |Object\.assign\(process\.env|delete process\.env/

test('no spec leaves a variable in the environment of those that follow it in its process', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  const setting = files
    .filter(
      (file) => /\.ts$/.test(file) && !/^(?:bench|run|fuzz|long)\/|^environment\.ts$/.test(file),
    )
    .filter((file) => SETS.test(readFileSync(`test/${file}`, 'utf8')))
  expect(files.length).toBeGreaterThan(100)
  expect(setting).toEqual([])
})
