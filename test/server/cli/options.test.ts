/** What the help of commands says. */
import { expect } from '@playwright/test'
import { Command } from 'commander'
import { crawlCommand } from '../../../server/cli/crawl.ts'
import { explainCommand } from '../../../server/cli/explain.ts'
import { exportCommand } from '../../../server/cli/export.ts'
import { inspectCommand } from '../../../server/cli/inspect.ts'
import { robotsCommand } from '../../../server/cli/robots.ts'
import { serveCommand } from '../../../server/cli/serve.ts'
import { sitemapCommand } from '../../../server/cli/sitemap.ts'
import { verifyCommand } from '../../../server/cli/verify.ts'
import { suite } from '../../run/suite.ts'

const test = suite('help of commands')

test('every command has examples in its help, each of which is a command that there is', () => {
  const program = new Command('hashbang')
  for (const add of [
    ...[serveCommand, sitemapCommand, robotsCommand, exportCommand],
    ...[crawlCommand, verifyCommand, inspectCommand, explainCommand],
  ])
    add(program, async () => undefined)
  const names = program.commands.map((command) => command.name())
  expect(names).toHaveLength(8)
  for (const command of program.commands) {
    let help = ''
    command.configureOutput({
      writeOut: (text) => {
        help += text
      },
    })
    command.outputHelp()
    const [, examples = ''] = help.split('\nExamples:\n')
    const said = examples
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' '))
    expect(said.map(([bin, name]) => [bin, names.includes(name ?? '')])).toEqual(
      said.map(() => ['hashbang', true]),
    )
    expect(said[0]?.[1]).toBe(command.name())
  }
})
