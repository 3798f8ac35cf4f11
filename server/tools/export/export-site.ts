// Exports a site: requests each state and writes its files at once, so memory does not grow with
// the states. A state that fails keeps its last good files. A stopped run can be continued.

import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Handler } from '../../cache/response/http-values.ts'
import { isHidden, namedFile } from '../../site/public-files.ts'
import { ExportFolder } from './export-folder.ts'
import {
  type Client,
  type ExportedState,
  type Fetch,
  type FileFault,
  type Form,
  failedFile,
  type LastFile,
  type StateFile,
} from './export-form.ts'
import type { Selection } from './export-selection.ts'
import type { RunIdentity } from './run-marker.ts'
import { isInShard } from './shard.ts'

export interface ExportOptions extends RunIdentity {
  readonly selection: Selection
  readonly forms: readonly Form[]
  readonly handler: Handler
  readonly concurrency: number
  /** Stops the run, which rejects. Written files stay. */
  readonly signal?: AbortSignal | undefined
  /** Files of no state for the first folder, if all states are taken. Default: none. */
  readonly lists?: () => Promise<Readonly<Record<string, LastFile>>>
  readonly onState?: () => void
  /** Default: a folder on the disk. */
  readonly open?: typeof ExportFolder.open
}

export type ExportReport = Awaited<ReturnType<typeof exportSite>>

/** The fault of all pages with one reason. */
interface Fault extends FileFault {
  count: number
  /** The first 10. */
  readonly states: (ExportedState & Pick<StateFile, 'address'>)[]
}

const MOST_FAULTS = 100
const MOST_STATES = 10

const NO_STATE = { page: '', state: '' }

const NO_PAGE = { status: 404, headers: {}, body: Buffer.alloc(0) }

const foreign = ({ path }: ExportFolder, file: string): FileFault =>
  failedFile(`${join(path, file)} is not of this export: move it away`)

/** @throws The file system's error. Files that are written by then stay. */
export async function exportSite(options: ExportOptions) {
  const { forms, handler, selection, open = ExportFolder.open } = options
  const { shard } = selection
  const fetch: Fetch = (target) => handler({ method: 'GET', target, headers: {} })
  const targets: (readonly [Form, ExportFolder])[] = []
  for (const form of forms) {
    const into = await open(form.folder, shard, options, form.name)
    for (const client of form.clients ?? []) await copyClient(client, into)
    targets.push([form, into])
  }
  const faults = new Map<string, Fault>()
  /** Failed pages could not be made: their last good files stay. No host can have omitted ones. */
  const counts = { states: 0, failed: 0, omitted: 0 }
  const report = (
    { page, state }: ExportedState,
    address: string,
    fault: FileFault | undefined,
  ) => {
    if (!fault) return
    counts[fault.kind] += 1
    const ofReason = faults.get(fault.reason) ?? { ...fault, count: 0, states: [] }
    ofReason.count += 1
    if (ofReason.states.length < MOST_STATES) ofReason.states.push({ page, state, address })
    if (faults.size < MOST_FAULTS) faults.set(fault.reason, ofReason)
  }
  const work = async (state: ExportedState) => {
    let isOurs = false
    const reasons = new Set<string>()
    for (const [form, into] of targets)
      for (const file of form.filesOf(state)) {
        if (!isInShard(typeof file.file === 'string' ? file.file : file.address, shard)) continue
        isOurs = true
        const fault = await writeState(into, file, fetch)
        // The Markdown of a page fails with the page, for one reason.
        if (fault && !reasons.has(fault.reason)) report(state, file.address, fault)
        if (fault) reasons.add(fault.reason)
      }
    if (isOurs) counts.states += 1
    options.onState?.()
  }
  await inParallel(options, work)
  const keepsAll = targets.every(([, into]) => into.keepsAll)
  const removal = 'removal' in selection && keepsAll ? selection.removal() : undefined
  for (const [form, into] of targets) {
    const isListed = 'removal' in selection && form === forms[0]
    const lists = isListed ? await options.lists?.() : undefined
    for (const [file, body] of Object.entries({ ...(await form.lastFiles?.(fetch)), ...lists }))
      if (isInShard(file, shard))
        report(NO_STATE, `/${file}`, await writeLast(form, into, file, body))
    if (removal) await into.removeOld(removal)
    await into.end()
  }
  const folders = targets.map(([{ folder }, into]) => ({ folder, ...into.counts }))
  /** `partial`: the files of other states were not removed. */
  return { ...counts, faults: [...faults.values()], partial: !removal, folders }
}

async function writeLast(form: Form, into: ExportFolder, file: string, body: LastFile) {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    into.keep([file])
    return body
  }
  const { how } = await into.write(file, `/${file}`, Buffer.from(body))
  // The client may have a file of its own there.
  return how === 'foreign' && !form.clients ? foreign(into, file) : undefined
}

/** Hidden files that tell a host how to serve the site. */
const OF_HOSTS = ['.nojekyll', '.htaccess']

/** Copies the files that the server sends, and those for hosts. */
async function copyClient(
  { folder, into, without, followLinks = false }: Client,
  target: ExportFolder,
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of entries.filter((entry) => !entry.isDirectory())) {
    const file = relative(folder, join(parentPath, name)).replaceAll('\\', '/')
    if ((isHidden(file) && !OF_HOSTS.includes(file)) || without.includes(file)) continue
    const source = await namedFile(folder, file, followLinks)
    if (source) await target.copy(into + file, await readFile(source.path))
  }
}

/** Works on several states at once. Rejects on the first failure, after the work under way. */
async function inParallel(
  { selection: { states }, concurrency, signal }: ExportOptions,
  work: (state: ExportedState) => Promise<void>,
): Promise<void> {
  const loops = Array.from({ length: concurrency }, async () => {
    for await (const state of states) {
      signal?.throwIfAborted()
      await work(state)
    }
  })
  for (const end of await Promise.allSettled(loops)) if (end.status === 'rejected') throw end.reason
  signal?.throwIfAborted()
}

async function writeState(
  into: ExportFolder,
  { file, address, contentOf, sides }: StateFile,
  fetch: Fetch,
): Promise<FileFault | undefined> {
  if (typeof file !== 'string') return file
  if (await into.isDone(file, address)) {
    into.counts.resumed += 1
    return undefined
  }
  const answer = (await fetch(address)) ?? NO_PAGE
  const content = contentOf(answer)
  if (!Buffer.isBuffer(content)) {
    if (content?.kind === 'failed') into.keep([file, ...(sides?.files ?? [])])
    return content
  }
  const texts = sides?.contentsOf(answer) ?? []
  const besides = (sides?.files ?? []).map((name, index) => [name, texts[index] ?? ''] as const)
  // The page comes last: a continued run skips a state whose page is new.
  for (const [name, text] of besides) if (text) await into.write(name, address, Buffer.from(text))
  const result = await into.write(file, address, content)
  if (result.how === 'foreign') return foreign(into, file)
  if (result.how === 'clash')
    return failedFile(`on this disk, its file "${file}" is that of ${result.other} too`)
  into.counts[result.how === 'unchanged' ? 'unchanged' : 'written'] += 1
  if (result.how === 'replaced')
    for (const [name, text] of besides) if (!text) await into.remove(name)
  return undefined
}
