// Reads the ids of an untrusted `traceparent` header; undefined when invalid.
// https://www.w3.org/TR/trace-context/#traceparent-header

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string
  readonly parentId: string
  readonly isSampled: boolean
}

/** Later versions may append fields; the known ones keep their place. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** @param value Node joins a repeated header with a comma, which makes it invalid. */
export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(value) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
