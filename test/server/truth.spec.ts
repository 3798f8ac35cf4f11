/** Nothing wrong is served, in small. */
import { rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { isFlawed } from '../../bench/truth/report.ts'
import { type Outcome, runTruth } from '../../bench/truth/run.ts'
import { plainSite, type TruthSite } from '../../bench/truth/sites.ts'
import { buildSmall } from '../../bench/truth/small.ts'
import { isLong, seed, shuffled } from '../run/seed.ts'

const PAGES = isLong ? 6 : 10
/** Kinds of each app, where not all are asked for. */
const KINDS = isLong ? Infinity : 10

let folder: string
let sites: readonly TruthSite[]

test.beforeAll(async () => {
  const small = await buildSmall()
  folder = small.folder
  sites = [small.site, plainSite()].map((site) => ({
    ...site,
    kinds: shuffled(site.kinds).slice(0, KINDS),
  }))
})

test.afterAll(() => rm(folder, { recursive: true, force: true }))

const tell = ({ kind, silent, refused, otherBytes, example, warning }: Outcome) =>
  `${kind.route}: ${silent} wrong, ${refused} refused, ${otherBytes} with other bytes; ${example}; ${warning}`

for (const [at, app] of ['that is built', 'whose modules lie on disk'].entries()) {
  test(`no kind of view leaves a wrong page in an app ${app}, SEED=${seed}`, async () => {
    const site = [sites[at] as TruthSite]
    const options = { sites: site, pages: PAGES, seed, sample: 0, together: Infinity }
    const outcomes = await runTruth(options)
    expect(outcomes.filter(isFlawed).map(tell)).toEqual([])
    expect(outcomes.every(({ pages }) => pages === PAGES)).toBe(true)
  })
}
