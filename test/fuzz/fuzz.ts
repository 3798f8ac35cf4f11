/** `npm run fuzz`: random tests. */
import { seed } from '../run/seed.ts'

if (process.argv[2] === 'fleet') {
  process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1))
  const { runFleet } = await import('./fleet/run.ts')
  const seconds = Number(process.argv[3]) || 180
  const answers = Number(process.argv[4]) || 20_000
  const { found, told } = await runFleet({ seconds, answers, seed, tell: console.log })
  for (const one of found) console.error(one)
  console.log(told)
  process.exitCode = found.length === 0 ? 0 : 1
} else {
  await import('./requests.ts')
}
