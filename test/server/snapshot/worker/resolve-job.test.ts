/** Failure pages, and their deadline. */
import { expect } from '@playwright/test'
import { failureInTime } from '../../../../server/snapshot/worker/resolve-job.ts'
import type { Page } from '../../../../src/page.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('resolve-job')

const job = { deadline: 40 }
const waiting = new Set(['the error view module'])
const page = { levels: [] } as unknown as Page
const error = new Error('boom')
const late = { type: 'late', waiting: ['the error view module, after Error: boom'], after: 40 }

const never = () => new Promise<Page>(() => {})

test('a page is late if its error view is not loaded by the deadline', async () => {
  const pageContext = { signal: AbortSignal.timeout(20), waiting }
  expect(await failureInTime(never, '/x', error, { job, pageContext })).toEqual(late)
})

test('a page that fails after its deadline still gets an error view that is loaded soon', async () => {
  const pageContext = { signal: AbortSignal.abort(), waiting }
  expect(await failureInTime(async () => page, '/x', error, { job, pageContext })).toBe(page)
  expect(await failureInTime(never, '/x', error, { job, pageContext })).toEqual(late)
})
