/** The values of a `traceparent` header, and the headers that are none. */
import { expect } from '@playwright/test'
import { readTraceparent } from '../../../../server/serve/observe/tracing.ts'
import { suite } from '../../../run/suite.ts'
import { list } from '../../helpers/rows.ts'

const test = suite('traceparent')

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PARENT = `00-${TRACE}-${SPAN}-01`

for (const [value, isSampled] of [
  [PARENT, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-will-be-in-the-future`, true],
] as const) {
  test(`"${value}" is a trace`, () =>
    expect(readTraceparent(value)).toEqual({ traceId: TRACE, parentId: SPAN, isSampled }))
}

for (const value of [
  ...[undefined, ['a', 'b'], ` ${PARENT}`, `cc-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`],
  ...list`
    '' | rubbish | ff-${TRACE}-${SPAN}-01 | 00-${TRACE}-${SPAN}-01-more | cc-${TRACE}-${SPAN}-01.more
    00-${TRACE.toUpperCase()}-${SPAN}-01 | 00-${'0'.repeat(32)}-${SPAN}-01 | 00-${TRACE}-${SPAN}-1
    00-${TRACE}-${'0'.repeat(16)}-01 | 00-${TRACE}-${SPAN} | ${PARENT}, ${PARENT}
  `,
]) {
  test(`${JSON.stringify(value)?.slice(0, 80)} is none`, () =>
    expect(readTraceparent(value)).toBeUndefined())
}
