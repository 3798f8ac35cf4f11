#!/usr/bin/env node
// The bin `hashbang`: reads the command line and runs one command.
// SIDE EFFECT: sets the exit code, see cli/terminal.ts. A fault of the user's ends in a sentence with its
// cause and its fix; a bug in its stack.

import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { mapStack } from '../diagnostics/source-maps.ts'
import { ExportFault } from '../export/fault.ts'
import { packageVersion } from '../runtime/version.ts'
import { red, safely, styled } from './styled.ts'
import { EXIT, type Exit, UsageError, WorkError } from './terminal.ts'

const program = new Command('hashbang')
  .description('Serves, lists, exports, crawls and verifies the states of a #! app.')
  .version(packageVersion())
  .exitOverride()
  .showHelpAfterError('(hashbang help <command> says what it takes)')
  .addHelpText(
    'after',
    `
Exit codes:
  0  all is well
  1  something was found that is not as it should be
  2  called or configured wrongly; nothing was done
  3  it could not do its work
  130  it was interrupted, and has printed what it had found

Examples:
  hashbang serve --port 3000
  hashbang adopt ./dist
  hashbang crawl https://example.com/
  hashbang inspect /word/ajax
  hashbang explain HB005`,
  )

const run = async (code: Promise<Exit>) => {
  process.exitCode = await code
}

/** The commands by name. A run loads the one that it needs; help and a mistyped name need all of them. */
const COMMANDS = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  adopt: async () => (await import('./adopt.ts')).adoptCommand,
  sitemap: async () => (await import('./sitemap.ts')).sitemapCommand,
  robots: async () => (await import('./robots.ts')).robotsCommand,
  llms: async () => (await import('./llms.ts')).llmsCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  crawl: async () => (await import('./crawl.ts')).crawlCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  ledger: async () => (await import('./ledger.ts')).ledgerCommand,
  purge: async () => (await import('./purge.ts')).purgeCommand,
  warm: async () => (await import('./warm.ts')).warmCommand,
  log: async () => (await import('./log.ts')).logCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
}

const named = process.argv[2] ?? ''
for (const [name, load] of Object.entries(COMMANDS))
  if (name === named || !Object.hasOwn(COMMANDS, named)) (await load())(program, run)

// Whoever reads our lines may have seen enough, as `head` does: no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

function explain(error: unknown): Exit {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof UsageError) {
    for (const line of styledLines(error.message)) console.error(line)
    return EXIT.usage
  }
  const isTold = error instanceof ExportFault || error instanceof WorkError
  const text = isTold ? error.message : (diskFault(error) ?? mapStack(inspect(error)))
  for (const line of styledLines(text)) console.error(line)
  return EXIT.failure
}

/** What the file system refuses is nothing that a stack explains. */
function diskFault(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  return typeof code === 'string' && typeof path === 'string'
    ? `Cannot ${syscall ?? 'use'} ${path} (${code}): correct the path, or its permissions, and run it again`
    : undefined
}

function styledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line, at) => String(at === 0 ? styled`${red('error:')} ${line}` : safely(line)))
}
