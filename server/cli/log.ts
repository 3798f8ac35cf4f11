// `hashbang log`: summarizes a server log by kind of reader. Streams files, also gzipped, or
// standard input.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { createLogReader, type LogReader, type LogSummary } from '../observe/log-summary.ts'
import { unzipped } from '../site/unzipped.ts'
import { examples, jsonOption } from './options.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, WorkError } from './terminal.ts'

export function logCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('log')
    .argument('[file...]', 'log of `hashbang serve --log-level debug`, also gzipped (default: -)', [
      '-',
    ])
    .description('count requests by kind of reader, from the log of a server')
    .addOption(jsonOption())
    .addHelpText('after', examples('log server.log server.log.1.gz', 'log - --json < server.log'))
    .action((files: string[], flags: { readonly json?: boolean }) => run(runLog(files, flags)))
}

async function runLog(files: readonly string[], flags: { readonly json?: boolean }): Promise<Exit> {
  const terminal = createTerminal(flags)
  const reader = createLogReader()
  for (const file of files) {
    const from = file === '-' ? process.stdin : createReadStream(file)
    await pipeline(from, unzipped, (chunks) => readLines(chunks, reader)).catch((error: Error) => {
      throw new WorkError(`Cannot read ${file === '-' ? 'standard input' : file}: ${error.message}`)
    })
  }
  const { summary } = reader
  terminal.result(summary)
  print(summary, terminal)
  return EXIT.ok
}

/** Longer lines are not from this server and are skipped. */
const MOST_CHARACTERS = 1_000_000

async function readLines(chunks: AsyncIterable<Buffer>, reader: LogReader): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  let isTooLong = false
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      reader.line(isTooLong ? '' : line)
      isTooLong = false
    }
    if (rest.length > MOST_CHARACTERS) [rest, isTooLong] = ['', true]
  }
  if (rest !== '' || isTooLong) reader.line(isTooLong ? '' : rest)
}

const CLASSES = ['2', '3', '4', '5']

function print({ lines, others, from, to, readers }: LogSummary, terminal: Terminal): void {
  const head = [
    'readers',
    'requests',
    'pages',
    'misses',
    'half ms',
    '95 % ms',
    ...CLASSES.map((one) => `${one}xx`),
  ]
  const rows = Object.entries(readers).map(
    ([kind, { requests, pages, misses, time, statuses }]) => [
      kind,
      ...[requests, pages, misses, time.half, time.most].map((one) => one.toLocaleString('en')),
      ...CLASSES.map((one) => {
        const ofClass = Object.entries(statuses).filter(([status]) => status.startsWith(one))
        return ofClass.reduce((sum, [, number]) => sum + number, 0).toLocaleString('en')
      }),
    ],
  )
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  if (rows.length > 0) for (const row of [head, ...rows]) terminal.line(lineOf(row))
  const span = from === undefined ? 'no answers' : `answers from ${from} to ${to}`
  terminal.note(
    `${count(lines, 'line')}, ${others.toLocaleString('en')} of them of something else; ${span}`,
  )
  if (rows.length === 0) terminal.note('Responses are logged by `hashbang serve --log-level debug`')
  else if (readers.unknown)
    terminal.note('To count each kind of reader, set `readers: true` on the server')
}
