// The result of a verification as JUnit XML, which every build server can show. In: verdicts. Out: text.

import { describe } from '../compare/words.ts'
import { printableLines } from '../diagnostics/printable.ts'
import type { Checked } from './run.ts'

const escapeXml = (text: string): string =>
  printableLines(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Writes a test suite: a test case a state. */
export function junitReport(results: readonly Checked[], site: string): string {
  const count = (...verdicts: string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length
  const cases = results.map(({ url, verdict, differences, reason }) => {
    const start = `  <testcase classname="${escapeXml(site)}" name="${escapeXml(url)}"`
    if (verdict === 'failed') {
      return `${start}>\n    <error message="${escapeXml(reason ?? '')}"/>\n  </testcase>`
    }
    if (verdict !== 'different') return `${start}/>`
    const told = differences.filter((one) => one.verdict === 'different').map(describe)
    return `${start}>\n    <failure message="${escapeXml(told[0] ?? '')}">${escapeXml(told.join('\n'))}</failure>\n  </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="hashbang verify" tests="${results.length}" failures="${count('different')}" errors="${count('failed')}">
${cases.join('\n')}
</testsuite>
`
}
