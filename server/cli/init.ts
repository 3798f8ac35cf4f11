// `hashbang init`: creates an app in an empty folder, adds the plugin to a Vite project, or adopts
// an app with hash routes. It only overwrites vite.config, index.html and package.json.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { hasPlugin } from './init/edit-config.ts'
import { DEV_ORIGIN, type Plan, planProject } from './init/plan.ts'
import { FRAMEWORKS, type Framework, type Project, readProject } from './init/project.ts'
import type { Choices } from './init/template.ts'
import { writeFiles } from './init/write-plan.ts'
import {
  choice,
  defineCommand,
  type FlagValues,
  flag,
  negatable,
  PREFIX,
} from './shared-options.ts'
import { bold, dim, green, styled } from './styled.ts'
import { EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

const FLAGS = {
  framework: choice(
    '--framework <name>',
    'framework of your views (default: the one you use)',
    Object.keys(FRAMEWORKS) as Framework[],
  ),
  readable: negatable(
    flag('--readable [prefix]', `give each state a path below a prefix (default: ${PREFIX})`),
    'give states no paths',
  ),
  adopt: negatable(
    flag('--adopt', 'keep an app with hash routes as it is'),
    'write a route table, whatever router the app has',
  ),
  yes: flag('-y, --yes', 'take the defaults and ask nothing'),
}

type InitFlags = FlagValues<typeof FLAGS>

export const initCommand = defineCommand({
  name: 'init',
  description: 'set up an app: in an empty folder, or in your Vite project',
  argument: ['[folder]', 'where (default: the current folder)'],
  flags: FLAGS,
  examples: ['init', 'init my-app --framework react --readable /s/', 'init --adopt --yes'],
  work: runInit,
})

async function runInit(terminal: Terminal, flags: InitFlags, folder = '.'): Promise<Exit> {
  const project = readProject(resolve(folder))
  const { config } = project
  if (config !== undefined && (await hasPlugin(config.text)))
    throw new UsageError(
      `${config.path} has the plugin already: run the dev server, or remove hashbang() from it to begin again`,
    )
  const choices = await choose(project, flags)
  if (choices === undefined) {
    terminal.note('\nStopped: nothing was written.')
    return EXIT.interrupted
  }
  const plan = await planProject(project, choices)
  report(terminal, plan, writeFiles(project.folder, plan), folder)
  return EXIT.ok
}

/** Prompts on a terminal; elsewhere takes the defaults. Undefined after Ctrl-C. */
async function choose(project: Project, flags: InitFlags): Promise<Choices | undefined> {
  const isAsked = process.stdin.isTTY === true && process.stdout.isTTY === true && !flags.yes
  const lines = isAsked
    ? createInterface({ input: process.stdin, output: process.stdout })
    : undefined
  const confirm = async (question: string) =>
    !lines || !/^n/i.test((await lines.question(`${question} [Y/n] `)).trim())
  try {
    const { hash } = project
    const isAdopted =
      flags.adopt ??
      (hash !== undefined &&
        (await confirm(`${hash.file} has hash routes (${hash.router}). Keep the app as it is?`)))
    const framework = isAdopted
      ? 'none'
      : (flags.framework ?? project.framework ?? (await askFramework(lines)))
    const readable =
      flags.readable === undefined
        ? await confirm(`Give each state a path such as ${PREFIX}word/ajax, for Google and others?`)
        : flags.readable
    return { isAdopted, framework, readable: prefixOf(readable) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ABORT_ERR') return undefined
    throw error
  } finally {
    lines?.close()
  }
}

/** @throws {UsageError} For a prefix that is no path. */
function prefixOf(readable: string | boolean): string | undefined {
  if (typeof readable === 'boolean') return readable ? PREFIX : undefined
  if (/^\/[\w/.~-]*$/.test(readable)) return readable.replace(/\/*$/, '/')
  throw new UsageError(
    `--readable takes a prefix that begins with /, such as ${PREFIX}, and not "${readable}". A folder comes first: init my-app --readable`,
  )
}

async function askFramework(lines: { question(text: string): Promise<string> } | undefined) {
  if (lines === undefined) return 'none'
  const names = Object.keys(FRAMEWORKS)
  for (;;) {
    const answer = (await lines.question(`Framework (${names.join(', ')})? [none] `)).trim()
    if (answer === '') return 'none'
    const framework = names.find((name) => name === answer.toLowerCase())
    if (framework !== undefined) return framework as Framework
  }
}

function report(
  terminal: Terminal,
  plan: Plan,
  written: ReturnType<typeof writeFiles>,
  folder: string,
): void {
  for (const path of written.created) terminal.line(styled`${green('created')}  ${path}`)
  for (const path of written.changed) terminal.line(styled`${green('changed')}  ${path}`)
  for (const path of written.kept)
    terminal.line(styled`${dim('kept')}     ${path}: it is there already`)
  for (const note of plan.notes) {
    terminal.line()
    terminal.lines(note)
  }
  terminal.line()
  terminal.line(bold('Next:'))
  if (folder !== '.') terminal.line(`  cd ${folder}`)
  const { dependencies, devDependencies } = readProject(resolve(folder)).manifest
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const isInstalled = names.every((name) => existsSync(join(folder, 'node_modules', name)))
  const commands = plan.commands.filter((one) => !isInstalled || !one.endsWith(' install'))
  for (const command of commands) terminal.line(`  ${command}`)
  if (plan.commands.some((command) => command.includes(DEV_ORIGIN)))
    terminal.line(`If Vite prints another port than ${new URL(DEV_ORIGIN).port}, use that one.`)
  if (commands.some((command) => command.startsWith('curl ')))
    terminal.line('Run curl in a second terminal: the server keeps the first one.')
}
