// Describes an error for the log: its stack with sources, and any part of Chromium missing here
// that caused it.

import { diagnosis } from '../../diagnostics/diagnostics.ts'
import { missingApi } from '../../diagnostics/missing-api.ts'
import { mapStack } from '../../diagnostics/source-maps.ts'
import { JobContext } from '../../dom/isolation/context.ts'
import { refusedAccess } from './refused-access.ts'
import { scriptTexts } from './script-texts.ts'

/** An error as text for the log; a thrown value may throw again when it is read. */
export function describe(error: unknown): string {
  try {
    return error instanceof Error ? described(error) : String(error)
  } catch (failure) {
    return (
      plainText(error) ?? plainText(failure) ?? 'something was thrown that cannot be made text of'
    )
  }
}

/** Uses no method that a page may have replaced. */
function plainText(error: unknown): string | undefined {
  try {
    const { name, message } = error as Error
    return `${name}: ${message}`
  } catch {
    return undefined
  }
}

function described(error: Error): string {
  const stack = error.stack ?? String(error)
  const mapped = mapStack(stack)
  const missing = refusedAccess(error) ?? missingPart(error, stack, mapped)
  if (missing === undefined) return mapped
  // Some logs show the message only; a script's line precedes it.
  const message = `${error.name}: ${error.message}`
  const at = mapped.indexOf(message) + message.length
  if (at < message.length) return mapped.replace(/$|(?=\n)/, () => ` (${missing})`)
  return `${mapped.slice(0, at)} (${missing})${mapped.slice(at)}`
}

/** Names the missing browser feature and the code that used it. */
function missingPart(error: Error, stack: string, mapped: string): string | undefined {
  const frame = firstFrame(stack)
  // Searches only scripts of the page.
  const all = frame ? scriptTexts(frame.file) : []
  if (!frame || all.length === 0) return undefined
  for (const text of all) {
    const name = missingApi(error, { text, line: frame.line, column: frame.column })
    if (name === undefined) continue
    const { file, line, column } = firstFrame(mapped) ?? frame
    return diagnosis(
      'HB115',
      name,
      `${shortened(file)}:${line}:${column}`,
      JobContext.current?.state,
    )
  }
  return undefined
}

interface Frame {
  readonly file: string
  readonly line: number
  readonly column: number
}

function firstFrame(stack: string): Frame | undefined {
  const [first = ''] = /^ +at .*$/m.exec(stack) ?? []
  const [, file, line, column] = /([^\s()]+):(\d+):(\d+)\)?$/.exec(first) ?? []
  return file ? { file, line: Number(line), column: Number(column) } : undefined
}

const shortened = (file: string): string => file.replace(/^.*\/(?=node_modules\/)|^file:\/\//, '')
