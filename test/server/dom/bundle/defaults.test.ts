/** What every object of a class begins with goes to its prototype. */
import { expect } from '@playwright/test'
import { defaultsOnPrototype } from '../../../../server/dom/bundle/defaults.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('defaults')

test('what all objects of a class begin with is on its prototype, what they make for themselves is not', () => {
  const code = `export default class A extends B {
    [S.c] = null;
    constructor() {
        super();
        this[S.d] = '';
        this[S.e] = [];
    }
}
`
  const { changed, count } = defaultsOnPrototype(code)
  expect(count).toBe(2)
  expect(changed).toBe(`export default class A extends B {
    constructor() {
        super();
        this[S.e] = [];
    }
}

A.prototype[S.d] = '';
A.prototype[S.c] = null;
`)
})
