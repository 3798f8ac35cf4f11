// `hashbang verify --reuse`: says which routes of the configured site may say `reuse: true`.

import { siteStates } from '../site/states.ts'
import { type Proven, proveReuse } from '../verify/reuse.ts'
import { asUsage, openSite, readSite } from './open-site.ts'
import { dim, green, red, type Styled, styled, yellow } from './styled.ts'
import { count, createTerminal, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

/** What of the flags of `verify` it takes. */
export interface VerifyReuseFlags {
  readonly config?: string
  readonly sample: number
  readonly seed?: number
  readonly json?: boolean
}

/** Runs. A finding is a route that says `reuse: true` and must not. */
export async function runVerifyReuse(flags: VerifyReuseFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const config = await readSite(flags.config)
  const apps = await openSite(config)
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 32)
  const asks = ({ page, route }: Proven) =>
    apps
      .find((app) => app.page === page)
      ?.routes.all.get(route)
      ?.chain.reduce<boolean | undefined>(
        (outer, { options }) => options.reuse ?? outer,
        undefined,
      ) === true
  const results = await asUsage(
    proveReuse({
      origin: config.origin,
      config,
      states: siteStates(apps, config.origin, new AbortController().signal),
      sample: flags.sample,
      seed,
      onProven: (proven) => tell(terminal, proven, asks(proven)),
    }),
  )
  if (results.length === 0) {
    throw new UsageError('The table lists no states to draw: give its routes "entries"')
  }
  const liars = results.filter((proven) => proven.verdict === 'different' && asks(proven))
  terminal.result({ seed, routes: results.map((proven) => ({ ...proven, asks: asks(proven) })) })
  terminal.line(
    `${count(results.length, 'route')}, drawn with --seed ${seed}: ${count(liars.length, 'says', 'say')} \`reuse: true\` and must not.`,
  )
  return liars.length > 0 ? EXIT.finding : EXIT.ok
}

const SAYS: Readonly<Record<Proven['verdict'], string>> = {
  same: 'may say `reuse: true`',
  different: 'must not',
  nothing: 'has nothing to gain: its views are no elements',
  unknown: 'cannot be told',
}

const COLOUR: Readonly<Record<Proven['verdict'], (text: string) => Styled>> = {
  same: green,
  different: red,
  nothing: dim,
  unknown: yellow,
}

function tell(terminal: Terminal, proven: Proven, asks: boolean): void {
  const { page, route, verdict, states, proofs, reason } = proven
  terminal.line(
    styled`${COLOUR[verdict](verdict.padEnd(9))} ${page} ${route}: ${SAYS[verdict]}${asks ? ', and does' : ''} (${count(states, 'state')}, ${count(proofs, 'proof')})`,
  )
  if (reason !== undefined) terminal.line(dim(`    ${reason}`))
}
