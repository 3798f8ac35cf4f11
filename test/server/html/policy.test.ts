/** A content security policy of a shell lets the script of the home run, and no other. */
import { expect } from '@playwright/test'
import { homeScriptHash } from '../../../server/html/home-script.ts'
import { allowHomeScript } from '../../../server/html/policy.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('policy')

for (const [policy, after] of rows`
  script-src 'self'                   | script-src 'self' HASH
  default-src 'self'; img-src *       | default-src 'self'; img-src *; script-src 'self' HASH
  script-src 'none'                   | script-src HASH
  script-src 'self' 'unsafe-inline'   | script-src 'self' 'unsafe-inline'
  script-src 'self'; script-src-elem x.test | script-src 'self'; script-src-elem x.test HASH
  style-src 'self'                    | style-src 'self'
`) {
  test(`the policy ${policy} lets the script of the home run, and no other`, () => {
    const shell = (content: string) =>
      `<meta http-equiv="Content-Security-Policy" content="${content.replace('HASH', homeScriptHash)}"><p id=a>`
    expect(allowHomeScript(shell(policy))).toBe(shell(after))
    expect(allowHomeScript(shell(after))).toBe(shell(after))
  })
}
