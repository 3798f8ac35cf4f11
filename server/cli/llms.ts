// `hashbang llms`: writes llms.txt of the site, as its server answers it. In: the configuration. Out: the text, in a file or on
// standard output.

import type { Command } from 'commander'
import { adoptedReadables } from '../site/adopted-pages.ts'
import { llmsText } from '../sitemap/llms-txt.ts'
import { interruption } from './interrupt.ts'
import { openSite, openStates, readSite } from './open-site.ts'
import { configOption, examples, jsonOption } from './options.ts'
import { writeOutput } from './output-file.ts'
import { createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

interface LlmsFlags {
  readonly config?: string
  readonly out?: string
  readonly json?: boolean
}

/** Adds the command. */
export function llmsCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('llms')
    .description('write llms.txt: some pages of each route as Markdown, for language models')
    .addOption(configOption())
    .option('-o, --out <file>', 'where to write (default: standard output)')
    .addOption(jsonOption())
    .addHelpText('after', examples('llms', 'llms -o dist/client/llms.txt'))
    .action((flags: LlmsFlags) => run(runLlms(flags)))
}

async function runLlms(flags: LlmsFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags.config)
  const apps = await openSite(config)
  const llms = llmsText(apps, config.origin, adoptedReadables(config.pages))
  const found = openStates(config, apps, { terminal, signal: interruption() })
  for await (const state of found.states) llms.offer(state)
  await found.close()
  const text = await llms.write()
  if (text === undefined) {
    throw new UsageError(
      "No page of the site has readable addresses with Markdown: give its table `readable: readableScheme()`, or an adopted page `readable: '/s/'`",
    )
  }
  if (flags.out !== undefined) await writeOutput(flags.out, text)
  else terminal.lines(text.trimEnd())
  terminal.result({ text })
  return EXIT.ok
}
