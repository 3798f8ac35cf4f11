// Reads and writes place tokens of GWTP: `name;key=value;key=value/name;key=value`. Separators in
// text become a backslash and a digit; then the text is encoded as a query. Reading never throws.
//
//   \0 /    \1 ;    \2 =    \3 \        then %XX of the UTF-8 bytes, and + for a space

/** One place of a token: its name, and its parameters in order. */
export interface MatrixSegment {
  readonly name: string
  readonly params: readonly (readonly [key: string, value: string])[]
}

const SEPARATORS = '/;=\\'

/**
 * Reads a token, the text after `#` or `#!`; null for an empty place, a parameter without one `=`,
 * or an unknown escape.
 */
export function readMatrix(token: string): MatrixSegment[] | null {
  const text = decoded(token)
  if (text === null || text === '') return null
  const segments: MatrixSegment[] = []
  for (const place of text.split('/')) {
    const [written = '', ...pairs] = place.split(';')
    const name = unescaped(written)
    if (!name) return null
    const params: [string, string][] = []
    for (const pair of pairs) {
      const [key, value, ...more] = pair.split('=').map(unescaped)
      if (key == null || value == null || more.length > 0) return null
      params.push([key, value])
    }
    segments.push({ name, params })
  }
  return segments
}

/** Writes places as a token. @throws {RangeError} When there is no place, or one has no name. */
export function writeMatrix(segments: readonly MatrixSegment[]): string {
  if (segments.length === 0 || segments.some(({ name }) => name === ''))
    throw new RangeError(
      `Cannot write ${JSON.stringify(segments)} as a token: pass at least one segment, each with a name`,
    )
  return segments
    .map(({ name, params }) =>
      [escaped(name), ...params.map(([key, value]) => `${escaped(key)}=${escaped(value)}`)].join(
        ';',
      ),
    )
    .join('/')
}

const escaped = (text: string): string =>
  encodeURIComponent(
    text.toWellFormed().replace(/[/;=\\]/g, (sign) => `\\${SEPARATORS.indexOf(sign)}`),
  ).replaceAll('%20', '+')

function unescaped(text: string): string | null {
  if (/\\(?![0-3])/.test(text)) return null
  return text.replace(/\\([0-3])/g, (_, digit) => SEPARATORS[Number(digit)] as string)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return null
  }
}
