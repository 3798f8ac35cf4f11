// The setting `readers`. In: nothing. Out: what tells who asks, by the list of agents of the optional peer crawler-user-agents.

import { createReaderOf, loadAgents, type ReaderOf } from '../observe/reader-kinds.ts'
import { ConfigError } from '../site/settings.ts'

/** Opens the list. @throws {ConfigError} When it is not installed. */
export function openReaders(): ReaderOf {
  try {
    return createReaderOf(loadAgents())
  } catch (error) {
    const why = '"readers" is true, which needs crawler-user-agents: npm install it'
    throw new ConfigError(why, { cause: error })
  }
}
