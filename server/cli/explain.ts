// `hashbang explain CODE`: shows an error's page of the reference. Without a code, lists all.

import type { Command } from 'commander'
import { errorPages } from '../diagnostics/error-pages.ts'
import { examples, jsonOption } from './options.ts'
import { bold } from './styled.ts'
import { createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

export function explainCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('explain')
    .description('explain an error and its fix')
    .argument('[code]', 'the code of a message, such as HB005; without one, all are listed')
    .addOption(jsonOption())
    .addHelpText('after', examples('explain HB005', 'explain'))
    .action((code: string | undefined, flags: { readonly json?: boolean }) =>
      run(runExplain(code, flags)),
    )
}

async function runExplain(
  asked: string | undefined,
  flags: { readonly json?: boolean },
): Promise<Exit> {
  const terminal = createTerminal(flags)
  const pages = errorPages()
  if (asked === undefined) {
    terminal.result(pages)
    for (const { code, title } of pages) terminal.line(`${code}  ${title}`)
    return EXIT.ok
  }
  const page = pages.find(({ code }) => code === asked.toUpperCase())
  if (page === undefined) {
    throw new UsageError(
      `There is no error "${asked}": the codes are ${pages.at(0)?.code} to ${pages.at(-1)?.code}, and "hashbang explain" lists them`,
    )
  }
  terminal.result(page)
  terminal.line(bold(`${page.code}: ${page.title}`))
  terminal.lines(`\n${page.text}`)
  return EXIT.ok
}
