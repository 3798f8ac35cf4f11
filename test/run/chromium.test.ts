import { expect } from '@playwright/test'
import { type Machine, setUpChromium } from './chromium.ts'
import { suite } from './suite.ts'

const test = suite('the Chromium of the tests')

const OF_PLAYWRIGHT = '/browsers/chromium'

interface Situation {
  readonly named?: string
  readonly files?: readonly string[]
  readonly programs?: readonly string[]
  readonly isRoot?: boolean
  /** The files that each command installs; undefined: the command fails. */
  readonly installs?: Readonly<Record<string, readonly string[]>>
}

function setUp({ named, files = [], programs = [], isRoot = false, installs = {} }: Situation) {
  const there = new Set(files)
  const ran: string[] = []
  const lines: string[] = []
  const machine: Machine = {
    ...{ named, isRoot, ofPlaywright: OF_PLAYWRIGHT },
    exists: (path) => there.has(path),
    find: (name) => (programs.includes(name) ? `/bin/${name}` : undefined),
    run(command) {
      const name = command.split(' ')[0] ?? ''
      ran.push(name)
      for (const file of installs[name] ?? []) there.add(file)
      return installs[name] !== undefined
    },
    print: (line) => lines.push(line),
  }
  const path = setUpChromium(machine)
  return { path, ran, lines }
}

test('CHROMIUM_PATH comes first', () => {
  const { path, ran } = setUp({ named: '/mine', files: ['/mine'], programs: ['chromium'] })
  expect([path, ran]).toEqual(['/mine', []])
})

test('a CHROMIUM_PATH without a file is named, and nothing is installed', () => {
  const { path, ran, lines } = setUp({ named: '/mine', programs: ['chromium', 'apt-get'] })
  expect([path, ran]).toEqual([undefined, []])
  expect(lines).toEqual([
    'CHROMIUM_PATH is /mine, where no file is. Correct the path, or unset it.',
  ])
})

test('a Chromium on the PATH comes before that of Playwright', () => {
  const files = [OF_PLAYWRIGHT]
  expect(setUp({ programs: ['google-chrome'], files }).path).toBe('/bin/google-chrome')
  expect(setUp({ files })).toEqual({ path: OF_PLAYWRIGHT, ran: [], lines: [] })
})

const apt = { isRoot: true, programs: ['apt-get'] }

test('root installs Chromium with apt-get, after a line that names the command', () => {
  const { path, ran, lines } = setUp({ ...apt, installs: { 'apt-get': ['/usr/bin/chromium'] } })
  expect([path, ran]).toEqual(['/usr/bin/chromium', ['apt-get']])
  expect(lines).toEqual([
    expect.stringMatching(/^There is no Chromium: installing one with apt-get .* chromium$/),
  ])
})

test('Playwright installs Chromium for other users, without apt-get, and where apt-get fails', () => {
  const installs = { npx: [OF_PLAYWRIGHT] }
  expect(setUp({ ...apt, isRoot: false, installs }).ran).toEqual(['npx'])
  expect(setUp({ isRoot: true, installs }).ran).toEqual(['npx'])
  const { path, ran } = setUp({ ...apt, installs })
  expect([path, ran]).toEqual([OF_PLAYWRIGHT, ['apt-get', 'npx']])
})

test('an installer that leaves no program counts as failed', () => {
  const { path, ran } = setUp({ ...apt, installs: { 'apt-get': [], npx: [OF_PLAYWRIGHT] } })
  expect([path, ran]).toEqual([OF_PLAYWRIGHT, ['apt-get', 'npx']])
})

test('the last line names the missing program and the command where both installers fail', () => {
  const { path, ran, lines } = setUp(apt)
  expect([path, ran]).toEqual([undefined, ['apt-get', 'npx']])
  expect(lines.at(-1)).toMatch(/^Chromium is missing.* Run apt-get install chromium, or set/)
  expect(setUp({}).lines.at(-1)).toContain('Run npx playwright install --with-deps chromium, or')
})
