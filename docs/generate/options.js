// Writes the options of a command as a table of Markdown, from the command's own definition in the
// build.
import { Command } from 'commander'
import { COMMANDS } from '../../dist/server/cli/commands.js'

const escaped = (text) => text.replaceAll('|', '\\|')

/** A command as commander knows it. */
export async function commandOf(name) {
  const load = COMMANDS[name]
  if (load === undefined) throw new Error(`There is no command ${name}`)
  const program = new Command('hashbang')
  const add = await load()
  add(program, () => () => undefined)
  const [command] = program.commands
  if (command === undefined) throw new Error(`${name} adds no command`)
  return command
}

/** Every name of a command. */
export const commandNames = Object.keys(COMMANDS)

/** The table of a command's options. */
export async function optionsTable(name) {
  const { options } = await commandOf(name)
  const rows = options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description, defaultValue }) => {
      const isKnown =
        defaultValue === undefined || defaultValue === true || /default/.test(description)
      const fallback = isKnown ? '' : ` (default: \`${defaultValue}\`)`
      return `| \`${escaped(flags)}\` | ${escaped(description)}${fallback} |`
    })
  return ['| option | what it does |', '|---|---|', ...rows, ''].join('\n')
}
