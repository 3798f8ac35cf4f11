/**
 * `npm run fuzz`: what is at random. Without a word, or with a number, mutated requests: requests.ts. `npm run fuzz -- fleet`
 * disturbs a fleet for 180 seconds, or as many as it says after that, and until it has given 20,000 answers: fleet.ts. `npm run fuzz -- deploy` replaces builds under
 * load, with a hot set of 200 states, or as many as it says after that: deploy.ts. SEED repeats a run.
 */
import { seed } from '../run/seed.ts'

if (process.argv[2] === 'deploy') {
  const { runDeploys } = await import('./deploy.ts')
  const states = Number(process.argv[3]) || 200
  const ways = ['as it is', 'warm'] as const
  const { found, deployed } = await runDeploys({ states, ways, seed })
  for (const one of found) console.error(one)
  for (const { way, answers, misses } of deployed)
    console.log(
      `${way}: of ${answers} answers of a hot set of ${states} states after the switch, ${misses} waited for their page to be made`,
    )
  const isWarm = deployed.at(-1)?.misses === 0
  console.log(
    `seed ${seed}: ${found.length} wrong answers${isWarm ? '' : ', and a warm build was cold'}`,
  )
  process.exitCode = found.length === 0 && isWarm ? 0 : 1
} else if (process.argv[2] === 'fleet') {
  const { runFleet } = await import('./fleet.ts')
  const seconds = Number(process.argv[3]) || 180
  const answers = Number(process.argv[4]) || 20_000
  const { found, told } = await runFleet({ seconds, answers, seed, tell: console.log })
  for (const one of found) console.error(one)
  console.log(told)
  process.exitCode = found.length === 0 ? 0 : 1
} else {
  await import('./requests.ts')
}
