/** What is said about flags of earlier versions. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { DROPPED, droppedFlag } from '../../../server/cli/dropped-flags.ts'
import { suite } from '../../run/suite.ts'

const test = suite('dropped flags')

test('a dropped flag is named with what to write instead', () => {
  expect(droppedFlag(['serve', '--port', '0', '--workers=2'])).toBe(
    'hashbang serve has no flag --workers any more: write workers: 2 in hashbang.config.ts, or set WORKERS',
  )
  expect(droppedFlag(['export', '--workers', '1'])).toContain('WORKERS')
})

test('other flags, other commands and what stands after "--" are not', () => {
  for (const words of [
    ['serve', '--port', '0'],
    ['verify', '--no-sandbox'],
    ['toString', '--name'],
    ['serve', '--', '--workers'],
    [],
  ])
    expect(droppedFlag(words)).toBeUndefined()
})

test('no flag that is dropped is a flag of its command', async () => {
  for (const [name, flags] of Object.entries(DROPPED)) {
    const program = new Command()
    const add = await COMMANDS[name]?.()
    add?.(program, async () => undefined)
    const options = program.commands[0]?.options.map(({ long }) => long)
    for (const flag of Object.keys(flags)) expect(options).not.toContain(`--${flag}`)
  }
})

/** Flags that one definition gives to most commands, and that count once. */
const SHARED = ['--config', '--json']

test('the command line has at most 80 flags', async () => {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program, async () => undefined)
  const all = program.commands.flatMap((command) => command.options.map(({ long }) => long ?? ''))
  const own = all.filter((flag) => !SHARED.includes(flag))
  expect(own.length + SHARED.length).toBeLessThanOrEqual(80)
})
