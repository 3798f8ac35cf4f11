/** The text of the commands' help, and the number of their flags. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('help of commands')

/** Flags that one definition gives to most commands, and that count once. */
const SHARED = ['--config', '--json', '--origin']
const own: (string | undefined)[] = []

for (const [name, load] of Object.entries(COMMANDS)) {
  test(`the help of ${name} has examples, and only of existing commands`, async () => {
    const program = new Command('hashbang')
    let help = ''
    program.configureOutput({
      writeOut(text) {
        help += text
      },
    })
    ;(await load())(program, () => undefined)
    const [command] = program.commands
    command?.outputHelp()
    own.push(...(command?.options ?? []).map(({ long }) => long))
    const [examples = ''] = help.split('\nExamples:\n')[1]?.split('\n\n') ?? []
    const calls = [...examples.matchAll(/^ *(\S+) (\S+)/gm)].map(([, ...words]) => words)
    expect(calls.filter(([bin, one = '']) => bin !== 'hashbang' || !(one in COMMANDS))).toEqual([])
    expect(calls[0]?.[1]).toBe(name)
  })
}

test('the command line has at most 62 flags', () => {
  const flags = own.filter((flag) => !SHARED.includes(flag ?? ''))
  expect(flags.length).toBeGreaterThan(40)
  expect(flags.length + SHARED.length).toBeLessThanOrEqual(62)
})
