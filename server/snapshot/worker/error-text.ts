// Describes a page's errors for the log: their stacks with sources, and the missing part of
// Chromium that caused them.

import { LRUCache } from 'lru-cache'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { missingApi } from '../../diagnostics/explain-missing-api.ts'
import { mapStack } from '../../diagnostics/source-maps.ts'
import { PageContext } from '../../dom/index.ts'
import { refusedAccess } from './refused-access.ts'

/** A thrown value may throw again when it is read. */
export function errorText(error: unknown): string {
  try {
    return error instanceof Error ? described(error) : String(error)
  } catch (failure) {
    return (
      plainText(error) ?? plainText(failure) ?? 'something was thrown that cannot be made text of'
    )
  }
}

/** Uses no method that a page may replace. */
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
  // Some logs show the message only.
  const message = `${error.name}: ${error.message}`
  const messageEnd = mapped.indexOf(message) + message.length
  if (messageEnd < message.length) return mapped.replace(/$|(?=\n)/, () => ` (${missing})`)
  return `${mapped.slice(0, messageEnd)} (${missing})${mapped.slice(messageEnd)}`
}

function missingPart(error: Error, stack: string, mapped: string): string | undefined {
  const frame = firstFrame(stack)
  if (!frame) return undefined
  for (const text of texts.get(frame.file) ?? []) {
    const name = missingApi(error, { text, line: frame.line, column: frame.column })
    if (name === undefined) continue
    const { file, line, column } = firstFrame(mapped) ?? frame
    return diagnosis(
      'HB115',
      name,
      `${shortened(file)}:${line}:${column}`,
      PageContext.current?.state,
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

/** Inline scripts have the name of their page. */
const MOST_OF_NAME = 20

/** By name. V8 keeps each text with its script, so this copies nothing. */
const texts = new LRUCache<string, readonly string[]>({ max: 5000 })

export function noteScript(name: string, text: string): void {
  const earlier = texts.get(name) ?? []
  if (!earlier.includes(text)) texts.set(name, [...earlier, text].slice(-MOST_OF_NAME))
}
