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
  const lines = ['serve --port 0', 'verify --no-sandbox', 'toString --name', 'serve -- --workers']
  for (const line of lines) expect(droppedFlag(line.split(' '))).toBeUndefined()
  expect(droppedFlag([])).toBeUndefined()
})

/** The flags of each command. */
async function flags(): Promise<Map<string, readonly string[]>> {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program, async () => undefined)
  const flagsOf = (command: Command) => command.options.map(({ long }) => long ?? '')
  return new Map(program.commands.map((command) => [command.name(), flagsOf(command)]))
}

test('no flag that is dropped is a flag of its command', async () => {
  const there = await flags()
  for (const [name, dropped] of Object.entries(DROPPED))
    for (const flag of Object.keys(dropped)) expect(there.get(name)).not.toContain(`--${flag}`)
})

/** Flags that one definition gives to most commands, and that count once. */
const SHARED = ['--config', '--json']

test('the command line has at most 80 flags', async () => {
  const own = [...(await flags()).values()].flat().filter((flag) => !SHARED.includes(flag))
  expect(own.length + SHARED.length).toBeLessThanOrEqual(80)
})
