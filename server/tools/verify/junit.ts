import { printableLines } from '../../diagnostics/printable.ts'
import { escapeXml } from '../../html/xml.ts'
import { describe } from './describe-difference.ts'
import type { Checked } from './run.ts'

const escaped = (text: string): string => escapeXml(printableLines(text))

/** Writes the verdicts as a JUnit XML suite with a test case per state. */
export function junitReport(results: readonly Checked[], site: string): string {
  const count = (...verdicts: string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length
  const cases = results.map(({ url, verdict, differences, reason }) => {
    const start = `  <testcase classname="${escaped(site)}" name="${escaped(url)}"`
    if (verdict === 'failed') {
      return `${start}>\n    <error message="${escaped(reason ?? '')}"/>\n  </testcase>`
    }
    if (verdict !== 'different') return `${start}/>`
    const messages = differences.filter((one) => one.verdict === 'different').map(describe)
    return `${start}>\n    <failure message="${escaped(messages[0] ?? '')}">${escaped(messages.join('\n'))}</failure>\n  </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="hashbang verify" tests="${results.length}" failures="${count('different')}" errors="${count('failed')}">
${cases.join('\n')}
</testsuite>
`
}
