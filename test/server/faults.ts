/**
 * The scenarios of test/fixtures/faults.json that no test is named after: which test has them, or why there is none.
 */

/** Those that are no test, and why. */
export const left: Readonly<Record<string, string>> = {
  'loader-partial-json':
    'a cut or endless body is for the loader to notice: what it throws is loader-reject, what it waits for loader-hang; JSON that cannot be parsed is tested',
  'view-nondeterministic': 'the tag is of the bytes sent, whatever they are: handler.spec.ts',
  'mem-100k': 'npm run bench -- memory, where it has the time',
  'conn-flood':
    'needs 20,000 descriptors of the machine; the limit is set in server/http/node-server.ts',
  'slow-reader':
    'needs a body larger than what the kernel takes; sitemap and files are streamed by libraries',
  'hash-collision': 'keys are read into arrays of pairs, whose number the limit of a state bounds',
  'stack-als':
    'engines asks for a Node that is safe of it, and older ones are warned of: node-version.test.ts; view-deep-tree is the same overflow',
  'fd-leak': 'npm run bench -- serve counts descriptors after its soak',
  'hdr-timeout-proxy': 'the setting keepAlive; the race cannot be forced from outside',
  'export-symlink':
    'the folder is the operator’s: whoever can put a link into it can write there already',
  'vite-hmr-storm':
    'each edit ends the worker that knows the last one; edits one after the other: vite.spec.ts',
  'verify-flaky':
    'a page that is never twice the same is told as a difference, with both texts in the report',
}

const killed = 'it publishes all or nothing, and the next run ends as if undisturbed'
const files =
  'two states have two files, on file systems that ignore case too, and none leaves its folder'

/** Those whose test does not begin with their id: what its title holds. */
export const elsewhere: Readonly<Record<string, string>> = {
  'clock-jump': 'ages by a clock of its own: the system clock may jump',
  'ttl-sync': 'pages of one moment do not all end in one moment',
  'key-collision': 'addresses whose parts would read the same when joined are two',
  'key-alias': 'one state in many spellings is one page',
  'cache-poison-headers': ' is the same for all',
  'key-flood': ' states pushes out no page',
  'key-flood-valid': 'a flood of pages pushes out only what nobody asks for',
  'stampede-expiry': 'answers what is stale at once while one new answer is made',
  'stampede-error': 'a failure without an old answer is told to all who wait',
  'view-redirect-loop':
    'a redirect from the cache is the redirect it was, and one step of a ring only',
  overload: 'what is more than the queue holds is refused at once',
  'sigkill-cache': killed,
  'export-resume': killed,
  'export-one-bad-route': 'a state that fails is told and keeps its last good snapshot',
  'export-name-collision': files,
  'export-traversal': files,
  'sitemap-50001': ' URLs at ten a file make ',
  'crawler-blocked-by-hash': 'and one with # is refused',
}
