/** Runs specs with Playwright Test. */
import { createRequire } from 'node:module'
import type { Request } from './choose.ts'
import type { Part } from './part.ts'
import { seed } from './seed.ts'

const require = createRequire(import.meta.url)

/** @param specs Their paths. */
export function specsPart(specs: readonly string[], { all, filters }: Request): Part {
  const config = ['--config', 'test/playwright.config.ts', '--shuffle', String(seed)]
  // A filter asks for all tests of a file.
  const level = all || filters.length > 0 ? [] : ['--grep-invert', '@all']
  // Playwright reads its arguments as regular expressions over absolute paths.
  const files = specs.map((file) => `/${literal(file)}$`)
  return {
    name: 'specs',
    command: process.execPath,
    args: [require.resolve('@playwright/test/cli'), 'test', ...config, ...level, ...files],
    // Libraries with a build for development would print that in every thread.
    env: { ...process.env, NODE_ENV: 'production' },
    deadlineMs: all ? 5_420_000 : 1_800_000,
    verdict: 'counts',
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
