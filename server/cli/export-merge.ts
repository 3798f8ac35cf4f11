// `hashbang export --merge`: puts shards together, in folders or in a bucket. In: where they are. Out: the whole, and what was done.

import { mergeShards } from '../export/merge.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import type { Extras, Outcome } from './export.ts'
import { mergeThere } from './export-bucket.ts'
import { red, styled } from './styled.ts'
import { count, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

/** Puts the shards in folders together. */
export async function mergeParts(
  folders: readonly string[],
  into: string,
  options: Extras & { readonly run: string | undefined },
  terminal: Terminal,
): Promise<Outcome> {
  const report = await mergeShards(folders, into, options).catch(asUsage)
  const { states, removed, failed } = report
  if (failed > 0) {
    terminal.note(
      styled`${red('✘')} ${count(failed, 'state')} failed in the shards: export them again`,
    )
  }
  const line = `${count(states, 'state')} put together in ${into}, ${removed} removed.`
  return { report, line, isWhole: failed === 0 }
}

/** Puts the shards in a bucket together. */
export async function mergeBucket(
  place: BucketPlace,
  { run, concurrency }: { readonly run?: string; readonly concurrency: number },
  terminal: Terminal,
): Promise<Exit> {
  const report = await mergeThere(place, { run, concurrency }).catch(asUsage)
  const { states, removed, failed } = report
  terminal.result(report)
  const where = `s3://${place.bucket}/${place.prefix}`
  terminal.line(`${count(states, 'state')} put together in ${where}, ${removed} removed.`)
  return failed === 0 ? EXIT.ok : EXIT.finding
}

function asUsage(error: unknown): never {
  throw error instanceof RangeError ? new UsageError(error.message) : error
}
