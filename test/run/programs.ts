/** Finds the programs that tests use if this machine has them. Installs none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from '@playwright/test'

/** The first Firefox ESR that Playwright drives over WebDriver BiDi. */
const FIREFOX = 153

/** Finds a program on the PATH, or where Debian installs servers. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** @throws Error if the program is not here. */
export function programPath(name: string): string {
  const path = findProgram(name)
  if (path === undefined) throw new Error(`${name} is not on the PATH: install it`)
  return path
}

/**
 * Skips tests whose program is missing. They fail if REQUIRE, such as `redis,nginx`, has the
 * beginning of its name.
 */
export function needsProgram(name: string): void {
  const isRequired = process.env.REQUIRE?.split(',').some((one) => one && name.startsWith(one))
  test.skip(() => !isRequired && findProgram(name) === undefined, `${name} is not here`)
}

/** Returns undefined if there is none that Playwright can drive. */
export function findFirefox(): string | undefined {
  const path = process.env.FIREFOX_PATH ?? findProgram('firefox-esr')
  const printed = path && spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout
  return Number(/ (\d+)\./.exec(printed ?? '')?.[1] ?? 0) >= FIREFOX ? path : undefined
}
