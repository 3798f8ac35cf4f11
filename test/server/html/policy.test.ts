/** A content security policy of a shell lets the script of the home run, and no other. */
import { expect } from '@playwright/test'
import { homeScriptHash } from '../../../server/html/home-script.ts'
import { allowHomeScript } from '../../../server/html/policy.ts'
import { suite } from '../../run/suite.ts'

const test = suite('policy')

const POLICIES: [policy: string, after: string][] = [
  ["script-src 'self'", `script-src 'self' ${homeScriptHash}`],
  [
    "default-src 'self'; img-src *",
    `default-src 'self'; img-src *; script-src 'self' ${homeScriptHash}`,
  ],
  ["script-src 'none'", `script-src ${homeScriptHash}`],
  ["script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"],
  [
    "script-src 'self'; script-src-elem x.test",
    `script-src 'self'; script-src-elem x.test ${homeScriptHash}`,
  ],
  ["style-src 'self'", "style-src 'self'"],
]
for (const [policy, after] of POLICIES) {
  test(`the policy ${policy} lets the script of the home run, and no other`, () => {
    const shell = (content: string) =>
      `<head><meta http-equiv="Content-Security-Policy" content="${content}"></head><p id=a>`
    expect(allowHomeScript(shell(policy))).toBe(shell(after))
    expect(allowHomeScript(shell(after))).toBe(shell(after))
  })
}
