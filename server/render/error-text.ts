// What is said of an error in a log: its stack, where the sources are, or whatever can be made text of; and what of Chromium's
// this Node or our window lacks, where the error comes of that.

import { diagnosis } from '../diagnostics/diagnostics.ts'
import type { ScriptPlace } from '../diagnostics/failed-expression.ts'
import { missingApi } from '../diagnostics/missing-api.ts'
import { missingBuiltIn } from '../diagnostics/missing-built-in.ts'
import { mapStack } from '../diagnostics/source-maps.ts'
import { scope } from '../happy-dom/context.ts'
import { scriptTexts } from './script-texts.ts'

/** An error as text for the log; what was thrown may not even let itself be looked at. */
export function describe(error: unknown): string {
  try {
    return error instanceof Error ? described(error) : String(error)
  } catch {
    return 'something was thrown that cannot be made text of'
  }
}

function described(error: Error): string {
  const stack = error.stack ?? String(error)
  const mapped = mapStack(stack)
  const missing = missingBuiltIn(String(error.message)) ?? missingPart(error, stack, mapped)
  if (missing === undefined) return mapped
  // Beside the message, as some logs show no more than that; the line of a script stands before it.
  const message = `${error.name}: ${error.message}`
  const at = mapped.indexOf(message) + message.length
  if (at < message.length) return mapped.replace(/$|(?=\n)/, () => ` (${missing})`)
  return `${mapped.slice(0, at)} (${missing})${mapped.slice(at)}`
}

/** Names the part of browsers that is missing here, and who has asked for it. */
function missingPart(error: Error, stack: string, mapped: string): string | undefined {
  const frame = firstFrame(stack)
  // Only scripts of the page are looked into.
  const all = frame ? scriptTexts(frame.file) : []
  if (!frame || all.length === 0) return undefined
  for (const text of all) {
    const place: ScriptPlace = { text, line: frame.line, column: frame.column }
    const name = missingApi(error, place)
    if (name === undefined) continue
    const { file, line, column } = firstFrame(mapped) ?? frame
    return diagnosis('HB115', name, `${shortened(file)}:${line}:${column}`, scope()?.job?.state)
  }
  return undefined
}

interface Frame {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The frame in which an error was thrown. */
function firstFrame(stack: string): Frame | undefined {
  const [first = ''] = /^ +at .*$/m.exec(stack) ?? []
  const [, file, line, column] = /([^\s()]+):(\d+):(\d+)\)?$/.exec(first) ?? []
  return file ? { file, line: Number(line), column: Number(column) } : undefined
}

/** What a package's file is called by those who use it. */
const shortened = (file: string): string => file.replace(/^.*\/(?=node_modules\/)|^file:\/\//, '')
