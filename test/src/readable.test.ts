/** Readable addresses: every state has one path below the prefix, no two share one, and reading gives the state back. */
import { equal, ok, throws } from 'playwright-test/taps'
import { readableHref, readableScheme } from '../../src/index.ts'
import { hashbang } from '../../src/scheme.ts'
import { canonicalState } from '../../src/state.ts'
import { numRuns, seed } from '../run/seed.ts'
import { suite } from '../run/suite.ts'

const test = suite('readable')
const readable = readableScheme('/s/')
const read = (href: string) => readable.stateOf(new URL(href, 'http://a.test/x?y#z'))

const VECTORS: [state: string, href: string][] = [
  ['', '/'],
  ['/', '/s/!'],
  ['/word/ajax', '/s/word/ajax'],
  ['/Word/AJAX', '/s/Word/AJAX'],
  ['/a/', '/s/a!2F'],
  ['//a', '/s/!2Fa'],
  ['/a//b///', '/s/a/!2Fb/!2F!2F'],
  ['/..', '/s/!2E!2E'],
  ['/a/../b/./c...', '/s/a/!2E!2E/b/!2E/c..!2E'],
  ['/.../.x', '/s/..!2E/.x'],
  ['/na%C3%AFve%20art', '/s/na%C3%AFve%20art'],
  ['/a%2Fb', '/s/a!252Fb'],
  ['/a\\b', '/s/a!5Cb'],
  ['/!/x', '/s/!21/x'],
  ['AJAX', '/s/!/AJAX'],
  ['..', '/s/!/!2E!2E'],
  ['a/b', '/s/!/a/b'],
  ['pos=verb&letter=a', '/s/!/pos=verb&letter=a'],
  ['/browse/a?page=2', '/s/browse/a?page=2'],
  ['/search?q=a%2Bb&r=c+d', '/s/search?q=a%2Bb&r=c!2Bd'],
  ["/search?q='x'?", '/s/search?q=!27x!27?'],
  ['/x?', '/s/x!3F'],
  ['?', '/s/!/!3F'],
  ['?q=1', '/s/?q=1'],
  [
    'x?_escaped_fragment_=y&_escaped_fragment_=',
    '/s/!/x?!5Fescaped_fragment_=y&!5Fescaped_fragment_=',
  ],
  ['/a#b', '/s/a!23b'],
  ['/{^|`}', '/s/!7B!5E!7C%60!7D'],
  ['/index.html', '/s/!69!6E!64!65!78.html'],
  ['/index.html5/index', '/s/index.html5/index'],
  ['/con', '/s/!63!6F!6E'],
  ['/AUX.txt/console', '/s/!41!55!58.txt/console'],
  ['/trail.', '/s/trail!2E'],
  ['/a./b', '/s/a!2E/b'],
  ['/a%00b%1F%7F', '/s/a!2500b!251F!257F'],
  ['/a.md', '/s/a!2Emd'],
  ['/a.md/b.md?c.md', '/s/a.md/b!2Emd?c.md'],
]

const filed = readableScheme('/s/', { files: true })

for (const [state, href] of VECTORS) {
  test(`on a host of files, the state "${state}" is at a folder`, () => {
    const at = filed.href(canonicalState(state))
    const [path = ''] = at.split('?')
    equal(path.at(-1), '/')
    equal(path, state === '' ? '/' : `${href.split('?')[0]}/`.replace(/^\/s\/\/$/, '/s/'))
    equal(filed.stateOf(new URL(at, 'http://a.test')), canonicalState(state))
  })
}

for (const [state, href] of VECTORS) {
  test(`the state "${state}" is at ${href}`, () => {
    equal(readable.href(canonicalState(state)), href)
    equal(read(href), canonicalState(state))
  })
}

const LENIENT: [what: string, href: string, state: string | null][] = [
  ['a slash that a host of files has added', '/s/word/ajax/', '/word/ajax'],
  ['a query as a form writes it', '/s/search?q=hot+dog', '/search?q=hot%20dog'],
  ['an exclamation mark that begins no escape', '/s/hey!', '/hey!'],
  ['the prefix itself', '/s/', ''],
  ['another path', '/t/word', null],
  ['a path that only begins like the prefix', '/sword', null],
  ['the Markdown of a state', '/s/word/ajax.md', null],
]

for (const [what, href, state] of LENIENT) {
  test(`${what} is read`, () => equal(read(href), state))
}

test('pretty URLs of the same app are read as well, and nothing else', () => {
  const upgrade = (href: string) => readable.upgrade(new URL(href, 'http://a.test'))
  equal(upgrade('/#!/x'), '/x')
  equal(upgrade('/#!'), '')
  equal(upgrade('/s/word/ajax#!/x'), '/x')
  equal(upgrade('/s/word/ajax#sense-1'), null)
  equal(upgrade('/s/word/ajax#access_token=x'), null)
  equal(upgrade('/admin.html#!/x'), null)
  equal(upgrade('/?lang=de#!/x'), null)
})

test('the page is the folder of the prefix, or what is said', () => {
  equal(readableScheme('/docs/s/').href(''), '/docs/')
  equal(readableScheme('/d/', { page: '/dictionary.html' }).href(''), '/dictionary.html')
})

for (const prefix of ['/', 's', '/s', 's/', '//', '/a//b/', '/a?b/', '/../', '/%61/']) {
  test(`the prefix "${prefix}" is refused`, () => {
    throws(() => readableScheme(prefix), /HB016/)
  })
}

/** mulberry32: so many states are too many to shrink, and a seed repeats them. */
function randomOf(seed: number): () => number {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let t = Math.imul(at ^ (at >>> 15), 1 | at)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const PIECES = [
  ...[
    '/',
    '//',
    '.',
    '..',
    '/./',
    '/../',
    '!',
    '!/',
    '!2F',
    '!!',
    '?',
    '&',
    '=',
    '+',
    '%',
    '%2F',
    '%5C',
    '%2e',
    '\\',
    '#',
    ':~:',
  ],
  ...[
    '_escaped_fragment_=',
    '~=',
    'a',
    'A',
    'word',
    'é',
    '日',
    '😀',
    ' ',
    '"',
    "'",
    '<',
    '>',
    '`',
    '{',
    '|',
    '}',
    '^',
    '\ud800',
  ],
  ...['index.html', '.md', 'x'.repeat(300), 'con', '\0', '\t', '\n', ';', '@', '*', '(', ','],
]

test('random states come back from their paths, no two alike, none outside the prefix', () => {
  const random = randomOf(seed)
  const paths = new Map<string, string>()
  for (let left = numRuns(20_000, 200_000); left > 0; left--) {
    let text = random() < 0.5 ? '/' : ''
    for (let n = random() * 8; n > 0; n -= 1) {
      text +=
        random() < 0.8
          ? PIECES[Math.trunc(random() * PIECES.length)]
          : String.fromCharCode(random() * 0x80)
    }
    const state = canonicalState(text)
    const href = readable.href(state)
    const { origin, pathname, search, hash } = new URL(href, 'http://a.test')
    const known = paths.get(href)
    const isRight =
      (href.startsWith('/s/') || state === '') &&
      origin + pathname + search + hash === `http://a.test${href}` &&
      !/(?:^[?]|&)_escaped_fragment_=/.test(search) &&
      !/\/\/|\.md$/.test(pathname) &&
      read(href) === state &&
      (known === undefined || known === state)
    ok(isRight, `SEED=${seed}: ${JSON.stringify({ state, href, back: read(href), known })}`)
    paths.set(href, state)
  }
})

test('a state with an anchor is shared with the anchor as the fragment', () => {
  equal(readableHref(readable, '/word/ajax'), '/s/word/ajax')
  equal(readableHref(readable, '/word/ajax?~=senses'), '/s/word/ajax#senses')
  equal(readableHref(readable, '/word/ajax?page=2&~=a%20b'), '/s/word/ajax?page=2#a%20b')
  equal(readableHref(readable, ''), '/')
})

const VISITS: [addressBar: 'readable' | 'visit', path: string, isReadable: boolean][] = [
  ['readable', '/', true],
  ['readable', '/s/x', true],
  ['visit', '/', false],
  ['visit', '/s/x', true],
]
for (const [addressBar, path, isReadable] of VISITS)
  test(`addressBar "${addressBar}": a visit that begins at ${path} has ${isReadable ? 'readable' : 'pretty'} addresses`, () => {
    const scheme = readableScheme('/s/', { addressBar })
    equal(scheme.from(path, hashbang).href('/x'), isReadable ? '/s/x' : '#!/x')
  })

test('a pretty URL of the page is read whatever a campaign has put before it', () => {
  const scheme = readableScheme('/s/', { addressBar: 'readable' })
  equal(scheme.upgrade(new URL('http://a.test/?utm_source=x#!/word')), '/word')
  equal(scheme.upgrade(new URL('http://a.test/?lang=de#!/word')), null)
})
