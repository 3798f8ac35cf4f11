// `hashbang export --merge`: merges the folders of shards.

import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { mergeShards } from '../tools/export/merge.ts'
import { SHARD_FOLDER } from '../tools/export/shard.ts'
import type { Extras, Outcome } from './export-flags.ts'
import { copyLists } from './export-lists.ts'
import { red, styled } from './styled.ts'
import { count, type Terminal, UsageError } from './terminal.ts'

export async function mergeParts(
  folders: readonly string[],
  into: string,
  options: Extras & { readonly run: string | undefined },
  terminal: Terminal,
): Promise<Outcome> {
  const report = await mergeShards(folders, into, options).catch(asUsage)
  for (const folder of folders)
    for (const part of [
      resolve(folder),
      ...(await readdir(folder)).map((name) => join(folder, name)),
    ])
      if (SHARD_FOLDER.test(basename(part))) await copyLists(part, into)
  const { states, removed, failed } = report
  if (failed > 0) {
    terminal.note(
      styled`${red('✘')} ${count(failed, 'state')} failed in the shards: export those shards again`,
    )
  }
  const line = `${count(states, 'state')} merged into ${into}, ${removed} removed.`
  return { report, line, isWhole: failed === 0 }
}

function asUsage(error: unknown): never {
  throw error instanceof RangeError ? new UsageError(error.message) : error
}
