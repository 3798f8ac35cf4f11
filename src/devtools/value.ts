// Formats any value for a developer, with a bounded length. Never throws.

/** Most characters of a shown value. */
const LONGEST = 20_000

/** Formats a value as indented JSON, with names for values that JSON lacks. */
export function written(value: unknown): string {
  const above: unknown[] = []
  const replacer = function (this: unknown, _key: string, inner: unknown): unknown {
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (typeof inner === 'bigint') return `${inner}n`
    if (typeof inner === 'function') return `function ${inner.name}`
    if (typeof inner === 'symbol' || inner === undefined) return String(inner)
    if (inner instanceof Map) return { Map: [...inner] }
    if (inner instanceof Set) return { Set: [...inner] }
    if (inner instanceof Error) return String(inner)
    if (typeof inner === 'object' && inner !== null) {
      if (above.includes(inner)) return 'circular'
      above.push(inner)
    }
    return inner
  }
  try {
    const text = JSON.stringify(value, replacer, 2)
    return text.length > LONGEST
      ? `${text.slice(0, LONGEST)}\n… and ${text.length - LONGEST} characters more`
      : text
  } catch (error) {
    return `This value cannot be written: ${error}`
  }
}

/** Formats bytes: `412 B`, `4.1 kB`, `1.2 MB`. */
export function sized(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Formats a time: `0.3 ms`, `24 ms`, `1.3 s`, `5 min`, `24 h`. */
export function lasted(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}
