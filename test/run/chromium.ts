/** Finds the Chromium that tests use. Installs one where there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findProgram } from './programs.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Where apt-get puts it, which the PATH may lack. */
const OF_APT = '/usr/bin/chromium'

const APT = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'
const PLAYWRIGHT = 'npx playwright install --with-deps chromium'

/** The parts of a machine that decide how its Chromium is found and installed. */
export interface Machine {
  /** `CHROMIUM_PATH`. */
  readonly named: string | undefined
  readonly isRoot: boolean
  exists(path: string): boolean
  /** The path of a program on the PATH. */
  find(name: string): string | undefined
  /** The path of Playwright's own Chromium, which may not be there. */
  readonly ofPlaywright: string
  /** Runs a command of the shell. @returns Whether it succeeded. */
  run(command: string): boolean
  print(line: string): void
}

function findOn({ exists, find, ofPlaywright }: Machine): string | undefined {
  return NAMES.map(find).find(Boolean) ?? (exists(ofPlaywright) ? ofPlaywright : undefined)
}

/**
 * Finds a Chromium, or installs one: with apt-get as root, else with Playwright.
 * @returns Its path; undefined after it has printed what is missing and the command to type.
 */
export function setUpChromium(machine: Machine = thisMachine()): string | undefined {
  const { named, isRoot, exists, find, run, print } = machine
  if (named !== undefined) {
    if (exists(named)) return named
    print(`CHROMIUM_PATH is ${named}, where no file is. Correct the path, or unset it.`)
    return undefined
  }
  const found = findOn(machine)
  if (found) return found
  const hasApt = isRoot && find('apt-get') !== undefined
  for (const command of hasApt ? [APT, PLAYWRIGHT] : [PLAYWRIGHT]) {
    print(`There is no Chromium: installing one with ${command}`)
    const isInstalled = run(command)
    const installed = findOn(machine) ?? (exists(OF_APT) ? OF_APT : undefined)
    if (isInstalled && installed) return installed
  }
  const command = hasApt ? 'apt-get install chromium' : PLAYWRIGHT
  print(`Chromium is missing, and could not be installed. Run ${command}, or set CHROMIUM_PATH.`)
  return undefined
}

function thisMachine(): Machine {
  return {
    named: process.env.CHROMIUM_PATH || undefined,
    isRoot: process.getuid?.() === 0,
    exists: existsSync,
    find: findProgram,
    ofPlaywright: chromium.executablePath(),
    run,
    print: console.log,
  }
}

/** Shows progress in a terminal; elsewhere the output of a failure alone. */
function run(command: string): boolean {
  const { isTTY } = process.stdout
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = isTTY ? 'inherit' : 'pipe'
  const { status, stdout, stderr } = spawnSync(command, { shell: true, stdio, env })
  if (status !== 0 && !isTTY) console.log(`${stdout}${stderr}`.trimEnd())
  return status === 0
}

/** @throws Error with the remedy, if there is none. Installs nothing. */
export function findChromium(): string {
  const machine = thisMachine()
  const path = machine.named ?? findOn(machine)
  if (path && existsSync(path)) return path
  throw new Error(
    `${path ?? 'Chromium'} is not here: run ${PLAYWRIGHT}, or set CHROMIUM_PATH to one`,
  )
}
