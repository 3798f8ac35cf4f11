/**
 * Lighthouse on the demo's production server: all points for accessibility, best practices and search engines. Its points for
 * performance are a clock's, so they are printed alone. It is installed into .cache/lighthouse the first time, as it weighs more
 * than all else that is installed here. It takes minutes: each of six reports starts a browser, and waits for what it measures.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { type Demo, sharedDemo } from './server.ts'

const VERSION = '13.5.0'
const FOLDER = join(import.meta.dirname, '../../.cache/lighthouse')

/** What is read of a report. */
interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number }>
  >
}

type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ readonly lhr: Report } | undefined>

let demo: Demo

/** @returns What npm said when it could not, else null. */
function installLighthouse(): string | null {
  if (existsSync(join(FOLDER, 'node_modules/lighthouse'))) return null
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', FOLDER]
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefer-offline', ...options, `lighthouse@${VERSION}`],
    { encoding: 'utf8' },
  )
  return status === 0 ? null : stderr
}

test.beforeAll(async () => {
  const failure = installLighthouse()
  if (failure !== null && process.env.CI) throw new Error(failure)
  test.skip(failure !== null, `Lighthouse cannot be installed here: ${failure}`)
  demo = await sharedDemo()
})

const load = (path: string) => import(pathToFileURL(join(FOLDER, 'node_modules', path)).href)

async function report(url: string, screen: 'desktop' | 'mobile'): Promise<Report> {
  const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js')
  const { launch } = await load('chrome-launcher/dist/index.js')
  const chrome = await launch({
    ...(process.env.CHROMIUM_PATH && { chromePath: process.env.CHROMIUM_PATH }),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const config = screen === 'desktop' ? desktopConfig : undefined
    const flags = { port: chrome.port, logLevel: 'silent' }
    const result = await (lighthouse as Lighthouse)(url, flags, config)
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
    expect(result.lhr.runtimeError?.message).toBeUndefined()
    return result.lhr
  } finally {
    await chrome.kill()
  }
}

for (const state of ['', '#!/word/take', '#!/about']) {
  for (const screen of ['desktop', 'mobile'] as const) {
    test(`${screen}: /${state} has all points for what needs no clock, and moves nothing`, async () => {
      const { categories, audits } = await report(`${demo.origin}/${state}`, screen)
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
      console.log(`${screen} /${state}: performance ${score('performance')}`)
      const lost = Object.entries(audits).filter(([, one]) => one.score === 0)
      const names = ['accessibility', 'best-practices', 'seo']
      expect(names.map(score), lost.map(([name]) => name).join()).toEqual([100, 100, 100])
      const moved = audits['layout-shifts'] as { details?: { items?: unknown } } | undefined
      expect(
        audits['cumulative-layout-shift']?.numericValue,
        JSON.stringify(moved?.details?.items),
      ).toBe(0)
    })
  }
}
