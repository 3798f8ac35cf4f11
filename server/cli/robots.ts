// `hashbang robots`: writes robots.txt and checks it against every state of the tables.

import type { Command } from 'commander'
import { adoptedPages } from '../site/adopted-pages.ts'
import { checkRobots, type Disagreement, robotsText } from '../tools/sitemap/robots-txt.ts'
import { interruption } from './interrupt.ts'
import { openSite, openStates, readSite } from './open-site.ts'
import { configOption, examples, jsonOption } from './options.ts'
import { writeOutput } from './output-file.ts'
import { red, styled } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

interface RobotsFlags {
  readonly config?: string
  readonly out?: string
  readonly optOut?: boolean
  readonly disallow?: readonly string[]
  readonly json?: boolean
}

const SHOWN = 10

export function robotsCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('robots')
    .description('write robots.txt: the sitemap and the forbidden states')
    .addOption(configOption())
    .option('-o, --out <file>', 'where to write (default: standard output)')
    .option('--disallow <prefix...>', 'forbid states with this beginning, such as /account/')
    .option('--opt-out', 'forbid every ugly URL')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('robots -o dist/client/robots.txt', 'robots --disallow /account/'),
    )
    .action((flags: RobotsFlags) => run(runRobots(flags)))
}

async function runRobots(flags: RobotsFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const { origin, ...config } = await readSite(flags.config)
  const apps = await openSite({ ...config, origin })
  const { optOut = false, disallow = [] } = flags
  const adopted = adoptedPages(config.pages).map(([page]) => page)
  const text = write(() => robotsText({ origin, apps, adopted, optOut, disallow }))
  if (flags.out !== undefined) await writeOutput(flags.out, text)
  else terminal.lines(text.trimEnd())

  // The owner may forbid more than the table on purpose.
  if (optOut || disallow.length > 0) {
    terminal.result({ text, disagreements: [] })
    return EXIT.ok
  }
  const disagreements: Disagreement[] = []
  let states = 0
  const found = openStates({ ...config, origin }, apps, { terminal, signal: interruption() })
  const counted = (async function* () {
    for await (const state of found.states) {
      states += 1
      yield state
    }
  })()
  for await (const one of checkRobots(text, origin, counted)) disagreements.push(one)
  await found.close()
  terminal.result({ text, states, disagreements })
  for (const { state, forbidden } of disagreements.slice(0, SHOWN)) {
    terminal.note(
      styled`${red('✘')} ${state.url} is forbidden as ${forbidden}, because the rule of another route matches it`,
    )
  }
  terminal.note(
    disagreements.length === 0
      ? `Checked against ${count(states, 'state')}: it says what the tables say.`
      : `${count(disagreements.length, 'state')} of ${states} are treated otherwise than the tables say: give the routes states that differ in their beginning.`,
  )
  return disagreements.length > 0 ? EXIT.finding : EXIT.ok
}

function write(make: () => string): string {
  try {
    return make()
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}
