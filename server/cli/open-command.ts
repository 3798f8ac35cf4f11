// Opens what a command needs, as one value: its output, configuration, signals and exit code.

import type { Command } from 'commander'
import { mergeSettings, readSettings, readVariables } from '../site/check-settings.ts'
import type { Config } from '../site/config.ts'
import { loadConfig } from '../site/load-config.ts'
import type { SettingName } from '../site/setting-rules.ts'
import { createTerminal, EXIT, type Exit } from './terminal.ts'

export type OpenedCommand = ReturnType<typeof openCommand>

export function openCommand(definition: Command) {
  const flags = definition.opts<{ readonly config?: string; readonly json?: boolean }>()
  const terminal = createTerminal(flags)
  let signal: AbortSignal | undefined
  return {
    ...terminal,
    /**
     * Aborts on the first SIGINT or SIGTERM, so that a command prints its partial result. The
     * second one ends the process. Until its first use, each one does.
     */
    get signal(): AbortSignal {
      signal ??= interruption(terminal.close)
      return signal
    },
    /** Whether a flag is on the command line. */
    isGiven: (flag: string): boolean => definition.getOptionValueSource(flag) === 'cli',
    /**
     * Reads the configuration. These settings have flags, which win over their variables.
     * @throws {ConfigError}
     */
    config(...names: readonly SettingName[]): Promise<Config> {
      const texts = Object.entries(flags).filter(([name]) => names.includes(name as SettingName))
      const settings = readSettings(Object.fromEntries(texts), (name) => `--${name}`)
      const variables = readVariables(new RegExp(`^(?:${names.join('|')})$`))
      return loadConfig(flags.config, mergeSettings(variables, settings))
    },
    /** The exit code of a result. @param part The note on a result that a signal cut short. */
    end(isFinding: boolean, part = 'Interrupted: these are the results so far.'): Exit {
      if (!signal?.aborted) return isFinding ? EXIT.finding : EXIT.ok
      terminal.note(part)
      return EXIT.interrupted
    },
  }
}

/** @param onSecond Called before the process ends. */
function interruption(onSecond: () => void): AbortSignal {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) return controller.abort(new DOMException(name, 'AbortError'))
    onSecond()
    process.exit(EXIT.interrupted)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return controller.signal
}

/** Ends the items when the signal aborts. */
export async function* until<T>(signal: AbortSignal, items: AsyncIterable<T>) {
  try {
    for await (const item of items) {
      if (signal.aborted) return
      yield item
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
