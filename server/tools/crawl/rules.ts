// Parses untrusted robots.txt rules (RFC 9309, 2.2). Never backtracks: robots-parser, which checks
// our own files, needs minutes for 45 kB of stars.

export interface Rules {
  allows(path: string): boolean
  /** As written. */
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  /** Length of the rule as written: the longest match wins. */
  readonly length: number
  readonly texts: readonly string[]
  readonly isAnchored: boolean
  /** Fewest characters of a matching path. */
  readonly least: number
}

/** Most sitemaps of a file. */
const MOST_SITEMAPS = 1000

/** @param agent The crawler's name; a version after `/` is ignored. */
export function parseRules(text: string, agent: string): Rules {
  const groups = new Map<string, Rule[]>()
  const sitemaps = new Set<string>()
  let agents = new Set<string>()
  let isOpen = true
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([^:#]*?)\s*:([^#]*)/.exec(line) ?? []
    const written = value.trim()
    switch (key.toLowerCase()) {
      case 'user-agent':
        if (!isOpen) agents = new Set()
        isOpen = true
        agents.add(nameOf(written))
        for (const name of agents) if (!groups.has(name)) groups.set(name, [])
        break
      case 'allow':
      case 'disallow':
        isOpen = false
        if (written === '') break
        for (const name of agents) groups.get(name)?.push(ruleOf(written, /^a/i.test(key)))
        break
      case 'sitemap':
        if (written !== '' && sitemaps.size < MOST_SITEMAPS) sitemaps.add(written)
    }
  }
  const rules = groups.get(nameOf(agent)) ?? groups.get('*') ?? []
  // The longest rule first. Of equal lengths, `allow` first.
  rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
  return {
    sitemaps: [...sitemaps],
    allows(path) {
      const capitalPath = capitals(path)
      const lasts = new Map<string, number>()
      return rules.find((rule) => matches(rule, capitalPath, lasts))?.allow ?? true
    },
  }
}

const nameOf = (agent: string): string => (agent.toLowerCase().split('/')[0] as string).trim()

const capitals = (text: string): string =>
  text.replace(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase())

function ruleOf(written: string, allow: boolean): Rule {
  const pattern = capitals(encodeURI(written.toWellFormed()).replaceAll('%25', '%'))
  const isAnchored = pattern.endsWith('$')
  const texts = (isAnchored ? pattern.slice(0, -1) : pattern).split(/\*+/)
  const least = texts.reduce((sum, { length }) => sum + length, 0)
  return { allow, length: pattern.length, texts, isAnchored, least }
}

/** @param lasts Caches the last position of each text in the path. */
function matches(
  { texts, isAnchored, least }: Rule,
  path: string,
  lasts: Map<string, number>,
): boolean {
  const [first = '', ...others] = texts
  if (least > path.length || !path.startsWith(first)) return false
  if (others.length === 0) return !isAnchored || path.length === first.length
  if (isAnchored && !path.endsWith(others.at(-1) as string)) return false
  for (const text of others) {
    const last = lasts.get(text) ?? path.lastIndexOf(text)
    lasts.set(text, last)
    if (last < first.length) return false
  }
  const end = isAnchored ? path.length - (others.pop() as string).length : path.length
  let at = first.length
  for (const text of others) {
    if ((lasts.get(text) as number) < at) return false
    at = path.indexOf(text, at) + text.length
  }
  return at <= end
}
