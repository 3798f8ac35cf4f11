#!/usr/bin/env node
// The bin `hashbang`: reads the command line and runs one command.
// SIDE EFFECT: sets the exit code, see cli/terminal.ts. A fault of the user's ends in a sentence with its
// cause and its fix; a bug in its stack.

import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import colours from 'picocolors'
import { crawlCommand } from './cli/crawl.ts'
import { exportCommand } from './cli/export.ts'
import { inspectCommand } from './cli/inspect.ts'
import { robotsCommand } from './cli/robots.ts'
import { serveCommand } from './cli/serve.ts'
import { sitemapCommand } from './cli/sitemap.ts'
import { EXIT, type Exit, UsageError } from './cli/terminal.ts'
import { verifyCommand } from './cli/verify.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const program = new Command('hashbang')
  .description('Serves, lists, exports, crawls and verifies the states of a #! app.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(hashbang help <command> says what it takes)')
  .addHelpText(
    'after',
    `
Exit codes:
  0  all is well
  1  something was found that is not as it should be
  2  called or configured wrongly; nothing was done
  3  it could not do its work`,
  )

const run = async (code: Promise<Exit>) => {
  process.exitCode = await code
}

for (const add of [
  serveCommand,
  sitemapCommand,
  robotsCommand,
  exportCommand,
  crawlCommand,
  verifyCommand,
  inspectCommand,
])
  add(program, run)

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
    console.error(`${colours.red('error:')} ${error.message}`)
    return EXIT.usage
  }
  console.error(colours.red('error:'), error)
  return EXIT.failure
}
