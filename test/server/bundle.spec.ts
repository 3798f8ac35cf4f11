/** The DOM of the workers as it is built in: its parts. */
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from '@playwright/test'

const built = readFileSync('dist/server/happy-dom.js', 'utf8')

test('the bundle imports no package and no module of Node that can send', () => {
  const imported = [...built.matchAll(/^import .*? from "(?:node:)?([^"]+)"/gm)].map(
    ([, name]) => name ?? '',
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((name) => !builtinModules.includes(name))).toEqual([])
  const sending = ['http', 'https', 'http2', 'tls', 'dgram', 'child_process', 'worker_threads']
  expect(imported.filter((name) => sending.includes(name))).toEqual([])
})
