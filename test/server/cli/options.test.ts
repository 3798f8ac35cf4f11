/** What the help of commands says. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { COMMANDS } from '../../../server/cli/commands.ts'
import { suite } from '../../run/suite.ts'

const test = suite('help of commands')

for (const [name, load] of Object.entries(COMMANDS)) {
  test(`the help of ${name} has examples, each of a command that there is`, async () => {
    const program = new Command('hashbang')
    let help = ''
    program.configureOutput({
      writeOut(text) {
        help += text
      },
    })
    ;(await load())(program, async () => undefined)
    program.commands[0]?.outputHelp()
    const [examples = ''] = help.split('\nExamples:\n')[1]?.split('\n\n') ?? []
    const said = [...examples.matchAll(/^ *(\S+) (\S+)/gm)].map(([, bin, command]) => [
      bin,
      command,
    ])
    expect(said.filter(([bin, one = '']) => bin !== 'hashbang' || !(one in COMMANDS))).toEqual([])
    expect(said[0]?.[1]).toBe(name)
  })
}
