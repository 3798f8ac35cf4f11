import type { createLog } from '../../../server/observe/log.ts'

/** Lines as the server writes them: 102 answers that have a reader, one that has none, and others. */
export function logged(create: typeof createLog): string[] {
  const lines: string[] = []
  const { observe, logger } = create('debug', { write: (line) => void lines.push(line.trim()) })
  const at = { page: '/', type: 'answered' } as const
  for (let id = 1; id <= 100; id++)
    observe({ ...at, state: `/${id}`, status: 200, source: 'hit', time: id, reader: 'model' })
  observe({ ...at, state: '/x', status: 404, source: 'rendered', time: 5, reader: 'scheme' })
  observe({ ...at, state: null, status: 200, source: 'shell', time: 1, reader: 'person' })
  observe({ ...at, state: '/y', status: 503, source: 'waited', time: 1 })
  observe({ type: 'rendered', state: 'an "answered" one', outcome: 'snapshot', time: 1 })
  logger.info('serving')
  return lines
}
