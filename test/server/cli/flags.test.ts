/** How many flags the commands have. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('flags')

/** The flags of each command. */
async function flags(): Promise<Map<string, readonly string[]>> {
  const program = new Command()
  for (const load of Object.values(COMMANDS)) (await load())(program, async () => undefined)
  const flagsOf = (command: Command) => command.options.map(({ long }) => long ?? '')
  return new Map(program.commands.map((command) => [command.name(), flagsOf(command)]))
}

/** Flags that one definition gives to most commands, and that count once. */
const SHARED = ['--config', '--json']

test('the command line has at most 62 flags', async () => {
  const own = [...(await flags()).values()].flat().filter((flag) => !SHARED.includes(flag))
  expect(own.length + SHARED.length).toBeLessThanOrEqual(62)
})
