// `hashbang export --merge`: merges shards from folders or a bucket.

import { mergeShards } from '../tools/export/merge.ts'
import type { BucketPlace } from '../tools/export/objects/bucket-url.ts'
import { mergeThere } from './export-bucket.ts'
import type { Extras, Outcome } from './export-flags.ts'
import { red, styled } from './styled.ts'
import { count, EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

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
      styled`${red('✘')} ${count(failed, 'state')} failed in the shards: export those shards again`,
    )
  }
  const line = `${count(states, 'state')} merged into ${into}, ${removed} removed.`
  return { report, line, isWhole: failed === 0 }
}

export async function mergeBucket(
  place: BucketPlace,
  { run, concurrency }: { readonly run?: string; readonly concurrency: number },
  terminal: Terminal,
): Promise<Exit> {
  const report = await mergeThere(place, { run, concurrency }).catch(asUsage)
  const { states, removed, failed } = report
  terminal.result(report)
  const where = `s3://${place.bucket}/${place.prefix}`
  terminal.line(`${count(states, 'state')} merged into ${where}, ${removed} removed.`)
  return failed === 0 ? EXIT.ok : EXIT.finding
}

function asUsage(error: unknown): never {
  throw error instanceof RangeError ? new UsageError(error.message) : error
}
