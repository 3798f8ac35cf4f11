// Chooses the content coding by Accept-Encoding: `br`, `gzip` or `identity`. Takes linear time,
// reads a bounded length, and ignores invalid parts.
//
// RFC 9110 section 12.5.3

/** A content coding of cache entries. */
export type Coding = 'br' | 'gzip' | 'identity'

const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

// Clients repeat the same few headers.
const remembered = new Map<string, Coding>()

/** Chooses a coding; prefers Brotli where both rank alike. */
export function acceptedCoding(header: string | undefined): Coding {
  if (header === undefined || header === '') return 'identity'
  const known = remembered.get(header)
  if (known !== undefined) return known
  const weights = readWeights(header.slice(0, MOST_CHARACTERS).toLowerCase())
  const any = weights.get('*') ?? 0
  const br = weights.get('br') ?? any
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? any
  const chosen = br > 0 && br >= gzip ? 'br' : gzip > 0 ? 'gzip' : 'identity'
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, chosen)
  return chosen
}

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const [coding = '', ...params] = item.split(';').map((part) => part.trim())
    const weight = params.find((param) => param.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    if (coding !== '' && value >= 0 && value <= 1) weights.set(coding, value)
  }
  return weights
}
