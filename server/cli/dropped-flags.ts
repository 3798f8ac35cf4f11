// Flags of earlier versions: each name leads to what to write instead.

const settings = (text: string) => `write ${text} in hashbang.config.ts`
const STATES_FILE = settings(`statesFile: 'states.txt' beside the page's "site"`)
const served = (text: string) => `${settings(text)}, and run hashbang serve`

export const DROPPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  serve: {
    workers: `${settings('workers: 2')}, or set WORKERS`,
    metrics: `${settings('monitoring: { metrics: 9090 }')}, or set METRICS`,
  },
  adopt: {
    origin: served("origin: 'https://example.com'"),
    watch: served('chromium: { compare: 0.01 }'),
    strict: served('chromium: { strict: true }'),
    pictures: 'leave it out: a report has up to 60 pictures',
  },
  inspect: { 'no-text': 'leave it out, or read the parts that you need from --json' },
  verify: { pictures: 'leave it out: a report has the pictures of 6 equal states' },
  crawl: {
    depth: 'use --limit',
    'user-agent': 'leave it out: robots.txt can name "hashbang-crawl"',
    quiet: 'leave it out: the faults come last, and --json has them all',
  },
  export: {
    workers: `${settings('workers: 2')}, or set WORKERS`,
    'states-file': STATES_FILE,
  },
  sitemap: {
    'states-file': STATES_FILE,
  },
  purge: {
    token: 'set PURGE_TOKEN, which other users of the machine cannot read',
    timeout: 'leave it out: a purge may take 60 s',
  },
  warm: { rate: 'use --concurrency' },
}

/** The message for the first dropped flag of a command line. */
export function droppedFlag([command = '', ...given]: readonly string[]): string | undefined {
  const dropped = Object.hasOwn(DROPPED, command) ? (DROPPED[command] ?? {}) : {}
  const end = given.indexOf('--')
  for (const word of end < 0 ? given : given.slice(0, end)) {
    const name = /^--([\w-]+)/.exec(word)?.[1] ?? ''
    if (Object.hasOwn(dropped, name))
      return `hashbang ${command} has no flag --${name} any more: ${dropped[name]}`
  }
  return undefined
}
