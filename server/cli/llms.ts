// `hashbang llms`: writes llms.txt as the server serves it.

import type { Command } from 'commander'
import { createSite } from '../serve/start/create-site.ts'
import { adoptedReadables } from '../site/adopted-pages.ts'
import { llmsFullText } from '../tools/sitemap/llms-full.ts'
import { llmsText } from '../tools/sitemap/llms-txt.ts'
import { interruption } from './interrupt.ts'
import { asUsage, openSite, openStates, readSite } from './open-site.ts'
import { configOption, examples, jsonOption } from './options.ts'
import { writeOutput } from './output-file.ts'
import { red, styled } from './styled.ts'
import { createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

interface LlmsFlags {
  readonly config?: string
  readonly out?: string
  readonly full?: boolean
  readonly json?: boolean
}

export function llmsCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('llms')
    .description('write llms.txt: links to the Markdown of your pages')
    .addOption(configOption())
    .option('-o, --out <file>', 'where to write (default: standard output)')
    .option('--full', 'write llms-full.txt instead: the Markdown itself')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('llms', 'llms -o dist/client/llms.txt', 'llms --full -o dist/client/llms-full.txt'),
    )
    .action((flags: LlmsFlags) => run(runLlms(flags)))
}

async function runLlms(flags: LlmsFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags.config)
  const apps = await openSite(config)
  const llms = llmsText(apps, config.origin, adoptedReadables(config.pages))
  const handler = flags.full
    ? await asUsage(
        createSite(config, { patience: Number.POSITIVE_INFINITY, observe: () => undefined }),
      )
    : undefined
  const found = openStates(config, apps, {
    terminal,
    signal: interruption(),
    ...(handler && { handler }),
  })
  for await (const state of found.states) llms.offer(state)
  await found.close()
  const full = handler && llms.paths.length > 0 && (await llmsFullText(llms.paths, handler))
  await handler?.close()
  const text = full ? full.text : await llms.write()
  if (text === undefined) {
    throw new UsageError(
      "No page of the site has readable addresses with Markdown: set `readable: readableScheme()` in its table, or `readable: '/s/'` on an adopted page",
    )
  }
  if (flags.out !== undefined) await writeOutput(flags.out, text)
  else terminal.lines(text.trimEnd())
  terminal.result({ text })
  const failed = full ? full.failed : []
  for (const path of failed) terminal.note(styled`${red('✘')} ${path} could not be rendered`)
  return failed.length > 0 ? EXIT.finding : EXIT.ok
}
