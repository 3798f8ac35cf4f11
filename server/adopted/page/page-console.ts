// The console of adopted pages: collects a page's first errors for the log and prints nothing.

import { format } from 'node:util'
import { isNativeError } from 'node:util/types'

export interface Printed {
  readonly text: string
  /** Whether an argument is an error, which the page has caught. */
  readonly isError: boolean
}

const MOST_NOTED = 5
const MOST_CHARACTERS = 1000

const SILENT =
  'assert clear count countReset debug dir dirxml group groupCollapsed groupEnd info log profile profileEnd table time timeEnd timeLog timeStamp trace warn'.split(
    ' ',
  )

/** SIDE EFFECT. @returns The errors since the last call. */
export function installConsole(target: { console: unknown }): () => readonly Printed[] {
  let noted: Printed[] = []
  const silent = SILENT.map((name) => [name, () => undefined])
  target.console = {
    ...Object.fromEntries(silent),
    error(...args: unknown[]) {
      if (noted.length >= MOST_NOTED) return
      const text = textOf(args).slice(0, MOST_CHARACTERS)
      noted.push({ text, isError: args.some(isNativeError) })
    },
  }
  return () => {
    const taken = noted
    noted = []
    return taken
  }
}

/** Arguments may throw when they are read. */
function textOf(args: readonly unknown[]): string {
  try {
    return format(...args)
  } catch {
    return 'something that cannot be made text of'
  }
}
