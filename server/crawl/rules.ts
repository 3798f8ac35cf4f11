// The rules of a robots.txt for one crawler. In: the text of anyone's file. Out: a test of paths, and the
// sitemaps that it names. RFC 9309, 2.2: groups, the longest match, `*` and `$`.
//
// Ours, as a path is matched by finding the texts between the stars one after the other, never going back:
// robots-parser, which checks what we write ourselves, goes over each path once for every character of a
// rule, and 45 kB of stars cost it minutes.

/** What a robots.txt says to one crawler. */
export interface Rules {
  /** Whether a path with its query may be asked for. */
  allows(path: string): boolean
  /** As written. */
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  /** How long the rule is, as written: the longest that matches wins. */
  readonly length: number
  /** The texts between the stars. */
  readonly texts: readonly string[]
  readonly isAnchored: boolean
  /** How many characters a path has at least that matches. */
  readonly least: number
}

/** How many sitemaps a file may name. */
const MOST_SITEMAPS = 1000

/** Reads a robots.txt. @param agent The crawler's name; a version after a `/` does not count. */
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
  // The longest first; of equals the one that allows.
  rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
  return {
    sitemaps: [...sitemaps],
    allows(path) {
      const asked = capitals(path)
      const lasts = new Map<string, number>()
      return rules.find((rule) => matches(rule, asked, lasts))?.allow ?? true
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

/** Whether a rule matches. @param lasts Where a text stands last in the path, by text: it is asked again and again. */
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
