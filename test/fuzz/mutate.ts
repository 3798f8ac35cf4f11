/** Requests that nobody would write, made of ones that somebody did. */

/** Inputs at which parsers, decoders and matchers have failed before. */
const WORDS = [
  ...(
    '_escaped_fragment_= &_escaped_fragment_= ?_escaped_fragment_= % %00 %zz %C0%AF %E2%80%AE ' +
    '%ED%A0%80 %252F #! # /../ // ; ? & = + " <script> __proto__ constructor [] {} ~= HTTP/1.0 ' +
    'HTTP/1.1 HTTP/9.9 /items/ /search?q= /old /gone 日本 0 -1 99999999999999999999'
  ).split(' '),
  ...['\\', '\r\n', '\n', '\r', '\0', '\t', ' ', '\xff\xfe', 'a'.repeat(300), '%41'.repeat(700)],
  ...['/a'.repeat(1200), '-'.repeat(3000)],
  ...['GET ', 'HEAD ', 'POST ', 'OPTIONS ', 'CONNECT '],
  ...['Host: a.test\r\n', 'Host: evil.test\r\n', 'Content-Length: 5\r\n'],
  ...['Content-Length: -1\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n'],
  ...['Expect: 100-continue\r\n', 'Upgrade: h2c\r\n', 'If-None-Match: *\r\n'],
  ...['If-None-Match: W/"', 'Accept-Encoding: br;q=', 'Range: bytes=0-,'],
]

/** Makes mutants of the seeds for ever. @param random Gives numbers from 0 to 1. */
export function* mutants(seeds: readonly string[], random: () => number): Generator<string, never> {
  const upTo = (most: number) => Math.floor(random() * most)
  const one = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  // Between the method and the version: the parser lets most bytes through there, so that they
  // reach the server.
  const inTarget = (text: string): string => {
    const end = text.indexOf(' HTTP/')
    return put(
      text,
      5 + upTo(Math.max(1, end - 5)),
      upTo(3),
      one(WORDS).replaceAll(/[^!-~]+/g, (odd) => encodeURIComponent(odd)),
    )
  }
  const inHeaders = (text: string): string => {
    const [line, ...fields] = text.split('\r\n')
    const words = WORDS.map((word) => word.replaceAll(/[^ -~]+/g, ''))
    return [line, `X-${upTo(9)}: ${one(words)}`, ...fields].join('\r\n')
  }
  const mutations: ((text: string) => string)[] = [
    ...Array.from({ length: 10 }, () => inTarget),
    ...Array.from({ length: 4 }, () => inHeaders),
    (text) => put(text, upTo(text.length + 1), 0, one(WORDS)),
    (text) => put(text, upTo(text.length), 1 + upTo(8), one(WORDS)),
    (text) => put(text, upTo(text.length), 1, String.fromCharCode(upTo(256))),
    (text) => put(text, upTo(text.length), upTo(40), ''),
    (text) => text.slice(0, upTo(text.length)),
    (text) => {
      const from = upTo(text.length)
      const piece = text.slice(from, from + upTo(60))
      return put(text, upTo(text.length), 0, piece.repeat(1 + upTo(4)))
    },
    (text) => text.slice(0, upTo(text.length)) + one(seeds).slice(upTo(40)),
    (text) => text.replace(/\d+/, () => String(upTo(2 ** 31))),
  ]
  while (true) {
    let text = one(seeds)
    for (let round = 0; round <= upTo(4); round++) text = one(mutations)(text)
    yield text.slice(0, 20_000)
  }
}

const put = (text: string, at: number, instead: number, what: string): string =>
  text.slice(0, at) + what + text.slice(at + instead)
