/**
 * Each report of docs/happy-dom is true: its case prints the lines of the report in Chromium, and
 * in happy-dom as npm has it, without our fixes. A case that a new happy-dom passes fails here: its
 * report has done its work.
 */
import vm from 'node:vm'
import { expect, type Page, test } from '@playwright/test'
import { Window } from 'happy-dom'
import { readReports } from './reports.ts'

const IMPORT = "import { Window } from 'happy-dom'\n"
const ORIGIN = 'https://example.com/'

/** A function of the class `Window` and of a console. Both sides run it to the letter. */
const functionOf = (code: string) =>
  `(async (Window, console) => {\n${code.slice(IMPORT.length)}\n})`

async function runInHappyDom(code: string): Promise<readonly string[]> {
  const lines: string[] = []
  const opened: Window[] = []
  class Noted extends Window {
    constructor(options: ConstructorParameters<typeof Window>[0]) {
      super(options)
      opened.push(this)
    }
  }
  try {
    const log = (...values: readonly unknown[]) => lines.push(values.map(String).join(' '))
    await vm.runInThisContext(functionOf(code))(Noted, { log })
    return lines.flatMap((line) => line.split('\n'))
  } finally {
    // Output of a case while its window closes is not part of it.
    await Promise.all(opened.map((window) => window.happyDOM.close()))
  }
}

/** A page is the window that the case asks for. */
async function runInChromium(code: string): Promise<readonly string[]> {
  await page.goto(ORIGIN)
  const lines = await page.evaluate<string[]>(`(async () => {
    const lines = []
    const log = (...values) => lines.push(values.map(String).join(' '))
    await ${functionOf(code)}(function () { return window }, { log })
    return lines
  })()`)
  return lines.flatMap((line) => line.split('\n'))
}

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  const body = '<!doctype html><html><head></head><body></body></html>'
  await page.route(`${ORIGIN}**`, (route) => route.fulfill({ contentType: 'text/html', body }))
})
test.afterAll(() => page?.close())

for (const { file, title, code, chromium, happyDom } of readReports()) {
  test(`${title}: Chromium and happy-dom print the results of the report`, async () => {
    expect(code.startsWith(IMPORT), `a case begins with ${IMPORT}`).toBe(true)
    expect(code, 'the window of a case has the address of the page').toContain(`'${ORIGIN}'`)
    expect(await runInChromium(code), `what Chromium prints for ${file}`).toEqual(chromium)
    const lines = await runInHappyDom(code)
    expect(
      lines,
      `happy-dom is mended: delete ${file}, its row in the index, and what the fix that names it is needed for`,
    ).not.toEqual(chromium)
    expect(lines, `what happy-dom prints for ${file}`).toEqual(happyDom)
  })
}
