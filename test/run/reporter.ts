/**
 * Playwright Test's results in the form that the test run adds up: one line per finished test, the reasons of a failure and
 * their causes below it, and `N passed, N failed[, N skipped]` at the end. Errors outside of any
 * test (a spec that does not load) count as failures too.
 */
import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { writeCounts } from './part.ts'

export default class PlainReporter implements Reporter {
  #root: Suite | undefined
  #errorsOutside = 0

  onBegin(_config: unknown, root: Suite): void {
    this.#root = root
    console.log(`${root.allTests().length} tests`)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const sign = { passed: '✔', skipped: '-', failed: '✘', timedOut: '✘', interrupted: '✘' }
    const name = test.titlePath().slice(1).join(' > ')
    console.log(`${sign[result.status]} ${name} (${result.duration} ms)`)
    for (const error of result.errors) {
      for (let at: TestError | undefined = error; at; at = at.cause) {
        console.log(at.stack ?? at.message ?? at.value)
      }
    }
  }

  onError(error: { stack?: string; message?: string }): void {
    this.#errorsOutside++
    console.log(`✘ ${error.stack ?? error.message}`)
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk)
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk)
  }

  onEnd(result: FullResult): void {
    const counts = { passed: 0, failed: this.#errorsOutside, skipped: 0 }
    for (const test of this.#root?.allTests() ?? []) {
      // A test that never ran counts as skipped by Playwright; only those that ask for it are.
      const outcome = test.outcome()
      if (outcome === 'unexpected') counts.failed++
      else if (outcome !== 'skipped') counts.passed++
      else if (test.expectedStatus === 'skipped') counts.skipped++
      else counts.failed++
    }
    if (result.status === 'timedout') console.log('✘ stopped: the whole run took too long')
    console.log(writeCounts(counts))
  }

  printsToStdio(): boolean {
    return true
  }
}
