// Reads the command line and runs one command; main.ts loads it. A user's error prints its cause
// and fix, a bug its stack. SIDE EFFECT: sets the exit code, see terminal.ts.

import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { codeIn } from '../diagnostics/diagnosis.ts'
import { packageVersion } from '../diagnostics/runtime/versions.ts'
import { mapStack } from '../diagnostics/source-maps.ts'
import { COMMANDS } from './commands.ts'
import { diskFault } from './output-file.ts'
import { red, safely, styled } from './styled.ts'
import { EXIT, type Exit, UsageError, WorkError } from './terminal.ts'

const DOCUMENTS = 'The documents begin at node_modules/hashbang-router/docs/README.md.'

const program = new Command('hashbang')
  .description('Lets search engines, link previews and language models read a #! app.')
  .version(packageVersion())
  .exitOverride()
  .showHelpAfterError('(hashbang --help lists all commands)')
  .addHelpText(
    'after',
    `
Exit codes:
  0  all is well
  1  something was found
  2  wrong flags or settings; nothing was done
  3  the command could not do its work
  130  you stopped it; the results so far are printed

Examples:
  hashbang serve --port 3000
  hashbang adopt ./dist
  hashbang crawl https://example.com/
  hashbang inspect /word/ajax

${DOCUMENTS}`,
  )

const FIRST = `Search engines, link previews and language models can read your #! app.

  hashbang init                   set up an app, here or in your Vite project
  hashbang adopt ./dist           or serve an app as it is, without a change to its code
  hashbang serve                  serve the built app in production
  hashbang inspect /word/ajax     print everything about one state
  hashbang verify http://…        compare the states of a running site with a real Chromium

hashbang --help lists all commands. hashbang <command> --help lists its options.
${DOCUMENTS}`

const onEnd = (code: Exit) => {
  process.exitCode = code
}

// Help and mistyped names need all commands.
const commandName = process.argv[2] ?? ''
for (const [name, load] of Object.entries(COMMANDS))
  if (name === commandName || !Object.hasOwn(COMMANDS, commandName)) (await load())(program, onEnd)
for (const command of program.commands) {
  const usage = `hashbang ${command.name()} ${command.usage()}`
  command.showHelpAfterError(`(usage: ${usage}; --help lists the options)`)
}

// Code of the app, which some commands import, may throw where nobody catches it.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  process.exitCode ??= explain(error)
  process.exit()
})

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  if (process.argv.length === 2) console.log(FIRST)
  else await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}
// Open connections of a context() would keep the process alive.
process.stdout.write('', () => process.exit())

function explain(error: unknown): Exit {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const isUsage = isUsageError(error)
  // Errors of the file system need no stack. Errors with a code of ours have a useful one.
  const { code, stack } = error as NodeJS.ErrnoException
  const message =
    isUsage || error instanceof WorkError
      ? error.message
      : (diskFault(error) ?? mapStack((codeIn(`${code}`) && stack) || inspect(error)))
  for (const [index, line] of message.split('\n').entries())
    console.error(String(index === 0 ? styled`${red('error:')} ${line}` : safely(line)))
  return isUsage ? EXIT.usage : EXIT.failure
}

/** Faults of settings are TypeErrors with a name, those of app modules TypeErrors with a code. */
function isUsageError(error: unknown): error is Error {
  if (!(error instanceof TypeError)) return error instanceof UsageError
  return error.name !== 'TypeError' || /^HB10[12]:/.test(error.message)
}
