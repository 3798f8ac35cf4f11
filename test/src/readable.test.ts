/**
 * Readable addresses: every state has one path below the prefix, no two share one, and reading
 * gives the state back.
 */
import fc from 'fast-check'
import { equal, ok, throws } from 'playwright-test/taps'
import { readableHref, readableScheme } from '../../src/index.ts'
import { hashbangScheme } from '../../src/scheme.ts'
import { canonicalState } from '../../src/state.ts'
import { numRuns } from '../run/seed.ts'
import { suite } from '../run/suite.ts'

const test = suite('readable')
const readable = readableScheme('/s/')
const filed = readableScheme('/s/', { files: true })
const read = (href: string, scheme = readable) =>
  scheme.stateOf(new URL(href, 'http://a.test/x?y#z'))

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
  ['x?_escaped_fragment_=y', '/s/!/x?!5Fescaped_fragment_=y'],
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

for (const [state, href] of VECTORS) {
  test(`the state "${state}" is at ${href}, and on a host of files at its folder`, () => {
    equal(readable.href(canonicalState(state)), href)
    equal(read(href), canonicalState(state))
    const at = filed.href(canonicalState(state))
    const [path] = at.split('?')
    equal(path, state === '' ? '/' : `${href.split('?')[0]}/`.replace(/^\/s\/\/$/, '/s/'))
    equal(read(at, filed), canonicalState(state))
  })
}

const LENIENT: [address: string, href: string, state: string | null][] = [
  ['a slash that a host of files has added', '/s/word/ajax/', '/word/ajax'],
  ['a query as a form writes it', '/s/search?q=hot+dog', '/search?q=hot%20dog'],
  ['an exclamation mark that begins no escape', '/s/hey!', '/hey!'],
  ['the prefix itself', '/s/', ''],
  ['another path', '/t/word', null],
  ['a path that only begins like the prefix', '/sword', null],
  ['the Markdown of a state', '/s/word/ajax.md', null],
]
for (const [address, href, state] of LENIENT)
  test(`${address} is read as ${state}`, () => equal(read(href), state))

const UPGRADED: [href: string, state: string | null][] = [
  ['/#!/x', '/x'],
  ['/#!', ''],
  ['/?utm_source=x#!/word', '/word'],
  ['/s/word/ajax#!/x', '/x'],
  ['/s/word/ajax#sense-1', null],
  ['/s/word/ajax#access_token=x', null],
  ['/admin.html#!/x', null],
  ['/?lang=de#!/x', null],
]
for (const [href, state] of UPGRADED)
  test(`${href} is a pretty URL of the same app for ${state}`, () =>
    equal(readable.upgrade(new URL(href, 'http://a.test')), state))

test('the page is the folder of the prefix, or the page of the options', () => {
  equal(readableScheme('/docs/s/').href(''), '/docs/')
  equal(readableScheme('/d/', { page: '/dictionary.html' }).href(''), '/dictionary.html')
})

for (const prefix of ['/', 's', '/s', 's/', '//', '/a//b/', '/a?b/', '/../', '/%61/'])
  test(`the prefix "${prefix}" is refused`, () => throws(() => readableScheme(prefix), /HB016/))

test('each state reads back from its path; no two paths are alike, and none leaves the prefix', () => {
  const piece = fc.constantFrom(
    ...'/ // . .. /./ /../ ! !/ !2F !! ? & = + % %2F %5C %2e \\ # :~: ~= ; @ * ( ,'.split(' '),
    ...'_escaped_fragment_= a A word é 日 😀 " \' < > ` { | } ^ index.html .md con'.split(' '),
    ...[' ', '\ud800', '\0', '\t', '\n', 'x'.repeat(300)],
  )
  const ascii = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code))
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: piece }, { weight: 1, arbitrary: ascii }))
    .map((texts) => texts.join(''))
  const paths = new Map<string, string>()
  fc.assert(
    fc.property(fc.constantFrom('', '/'), text, (first, text) => {
      const state = canonicalState(first + text)
      const href = readable.href(state)
      const { origin, pathname, search, hash } = new URL(href, 'http://a.test')
      ok(href.startsWith('/s/') || state === '')
      equal(origin + pathname + search + hash, `http://a.test${href}`)
      ok(!/(?:^[?]|&)_escaped_fragment_=/.test(search) && !/\/\/|\.md$/.test(pathname))
      equal(read(href), state)
      equal(paths.get(href) ?? state, state)
      paths.set(href, state)
    }),
    { numRuns: numRuns(10_000, 200_000) },
  )
})

const SHARED: [state: string, href: string][] = [
  ['/word/ajax', '/s/word/ajax'],
  ['/word/ajax?~=senses', '/s/word/ajax#senses'],
  ['/word/ajax?page=2&~=a%20b', '/s/word/ajax?page=2#a%20b'],
  ['', '/'],
]
for (const [state, href] of SHARED)
  test(`"${state}" is shared as ${href}, with the anchor as the fragment`, () =>
    equal(readableHref(readable, state), href))

const VISITS: [addressBar: 'readable' | 'visit', path: string, isReadable: boolean][] = [
  ['readable', '/', true],
  ['readable', '/s/x', true],
  ['visit', '/', false],
  ['visit', '/s/x', true],
]
for (const [addressBar, path, isReadable] of VISITS)
  test(`addressBar "${addressBar}": a visit that begins at ${path} has ${isReadable ? 'readable' : 'pretty'} addresses`, () => {
    const scheme = readableScheme('/s/', { addressBar })
    equal(scheme.from(path, hashbangScheme).href('/x'), isReadable ? '/s/x' : '#!/x')
  })
