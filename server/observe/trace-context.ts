// The trace that a request belongs to, as its caller says. In: the header `traceparent` of anyone. Out: its ids, or undefined for
// what is none: rubbish is no trace, and is told to nobody.
//
// https://www.w3.org/TR/trace-context/#traceparent-header

/** Which trace, and which span of it asks. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string
  /** 16 hex digits. */
  readonly parentId: string
  readonly isSampled: boolean
}

/** Of a later version, more may follow; what is known of it stands where it stood. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Reads the header. @param value As Node gives it: a header that was sent twice is joined with a comma, and none. */
export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(value) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
