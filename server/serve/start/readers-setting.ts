import { createReaderOf, loadAgents, type ReaderOf } from '../../observe/reader-kinds.ts'
import { ConfigError } from '../../site/settings.ts'

/**
 * Opens the setting `monitoring.readers`. @throws {ConfigError} When the optional peer
 * crawler-user-agents is not installed.
 */
export function openReaders(): ReaderOf {
  try {
    return createReaderOf(loadAgents())
  } catch (error) {
    const why = '"monitoring.readers" is true, which needs crawler-user-agents: npm install it'
    throw new ConfigError(why, { cause: error })
  }
}
