// The console of a page. In: what its scripts say there. Out: the first errors, for the log; nothing is printed: what a
// page says for its developers is not the server's.

import { format } from 'node:util'

/** So many say what there is to say. */
const MOST_NOTED = 5
const MOST_CHARACTERS = 1000

const SILENT =
  'assert clear count countReset debug dir dirxml group groupCollapsed groupEnd info log profile profileEnd table time timeEnd timeLog timeStamp trace warn'.split(
    ' ',
  )

/** SIDE EFFECT: puts the page's console in the place of Node's. @returns Gives what it was told of errors since last time. */
export function installConsole(target: { console: unknown }): () => readonly string[] {
  let noted: string[] = []
  const silent = SILENT.map((name) => [name, () => undefined])
  target.console = {
    ...Object.fromEntries(silent),
    error(...args: unknown[]) {
      if (noted.length < MOST_NOTED) noted.push(textOf(args).slice(0, MOST_CHARACTERS))
    },
  }
  return () => {
    const taken = noted
    noted = []
    return taken
  }
}

/** What was given may not let itself be looked at. */
function textOf(args: readonly unknown[]): string {
  try {
    return format(...args)
  } catch {
    return 'something that cannot be made text of'
  }
}
