// The version and the date that every page shows. The clock would make two builds of a commit
// differ, and changesets writes no date into the changelog: the date is that of the commit.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export interface Release {
  readonly version: string
  /** Null outside of a clone, if `SOURCE_DATE_EPOCH` is unset. */
  readonly date: Date | null
}

export function readRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return { version, date: readDate() }
}

/** `SOURCE_DATE_EPOCH`, in seconds, dates a build from an archive without git. */
function readDate(): Date | null {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || commitTime() || Number.NaN)
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : null
}

function commitTime(): string {
  try {
    const args = ['log', '-1', '--format=%ct']
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio }).trim()
  } catch {
    return ''
  }
}

/** The version and the date as HTML. */
export function releaseLine({ version, date }: Release): string {
  if (date === null) return `hashbang-router ${version}`
  const day = date.toISOString().slice(0, 10)
  return `hashbang-router ${version}, <time datetime="${day}">${DATE.format(date)}</time>`
}
