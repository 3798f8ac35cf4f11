// Adds the hash of the home script to a shell's own Content-Security-Policy. Leaves a policy alone
// that allows all inline scripts, or does not restrict scripts.

import { escapeAttribute } from './escape.ts'
import { homeScriptHash } from './home-script.ts'
import { attributeOf, isElement, nodesOf } from './shell-tree.ts'

/** Adds the hash to the policies in `<meta>` tags of a shell. */
export function allowHomeScript(html: string): string {
  if (!/content-security-policy/i.test(html)) return html
  let text = html
  // From the end, so that earlier positions stay valid.
  for (const node of nodesOf(html).reverse()) {
    if (!isElement(node) || node.tagName !== 'meta') continue
    const isPolicy = attributeOf(node, 'http-equiv')?.toLowerCase() === 'content-security-policy'
    const place = node.sourceCodeLocation?.attrs?.content
    if (!isPolicy || !place) continue
    const policy = withHash(attributeOf(node, 'content') ?? '')
    text = `${text.slice(0, place.startOffset)}content="${escapeAttribute(policy)}"${text.slice(place.endOffset)}`
  }
  return text
}

function withHash(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim())
  const find = (name: string) =>
    directives.findIndex((directive) => directive.split(/\s/, 1)[0]?.toLowerCase() === name)
  const at = [find('script-src-elem'), find('script-src'), find('default-src')].find((n) => n >= 0)
  const [, ...sources] = at === undefined ? [] : (directives[at] as string).split(/\s+/)
  // A hash would disable 'unsafe-inline'.
  const isOpen =
    sources.includes("'unsafe-inline'") && !sources.some((one) => /^'(?:sha|nonce)/.test(one))
  if (at === undefined || isOpen || sources.includes(homeScriptHash)) return policy
  const own = sources.filter((source) => source !== "'none'")
  const name = find('default-src') === at ? 'script-src' : (directives[at] as string).split(/\s/)[0]
  const directive = [name, ...own, homeScriptHash].join(' ')
  return (
    name === 'script-src' && find('default-src') === at
      ? [...directives, directive]
      : directives.with(at, directive)
  )
    .filter((directive) => directive !== '')
    .join('; ')
}
