/** Groups of states where no route table says what is of one kind. */
import { expect } from '@playwright/test'
import { groupOf } from '../../../server/site/adopted-urls.ts'
import { suite } from '../../run/suite.ts'

const test = suite('group of a state')

for (const [page, state, group] of [
  ['/', '', '/#'],
  ['/', '/phones', '/#/*'],
  ['/', '/phones/nexus', '/#/phones/*'],
  ['/', '/phones/xoom?tab=/a/b', '/#/phones/*'],
  ['/', '/phones/xoom&tab=1', '/#/phones/*'],
  ['/', 'bare', '/#*'],
  ['/app/', '/a/', '/app/#/a/*'],
] as const) {
  test(`"${state}" of ${page} is of ${group}`, () => expect(groupOf({ page, state })).toBe(group))
}
