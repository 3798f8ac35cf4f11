// node measure.js <url…>: prints the scores of each page as JSON, as a phone and as a desktop sees
// it.
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** A busy machine is slow: the best of so many rounds counts. */
const ROUNDS = 4
const FAST = 0.95

const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})

async function measure(url, config) {
  const flags = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' }
  const { lhr } = await lighthouse(url, flags, config)
  const { performance, ...others } = lhr.categories
  const faults = Object.values(others).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
      .map((audit) => `${id}: ${lhr.audits[audit.id].title}`),
  )
  return {
    performance: performance.score,
    faults,
    shift: lhr.audits['cumulative-layout-shift'].numericValue,
  }
}

const results = []
for (const url of process.argv.slice(2))
  for (const [form, config] of [['phone'], ['desktop', desktopConfig]]) {
    let best = await measure(url, config)
    for (let round = 1; round < ROUNDS && best.performance < FAST; round++) {
      const next = await measure(url, config)
      if (next.performance > best.performance) best = next
    }
    results.push({ page: `${new URL(url).pathname}, ${form}`, ...best })
  }
chrome.kill()
console.log(JSON.stringify(results))
