// The form for nginx and Apache: the snapshot of each ugly URL, and the rules that find it. A state
// with a redirect, a special header or an odd name has rules of its own. For --out.
//   pages/=/word/ajax+.html    rules/0123/<SHA-256>.nginx.conf    rules/0123/<SHA-256>.apache.conf

import { createHash } from 'node:crypto'
import { toUglyUrl } from '../../../src/url.ts'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import { readableRewrite } from '../../html/readable-links.ts'
import {
  isListed,
  pagePart,
  snapshotFile,
  snapshotName,
  uglyValue,
} from '../../site/state-files.ts'
import { apacheRule, apacheRules } from './apache-rules.ts'
import {
  type ExportedSite,
  type ExportedState,
  type Form,
  isRedirect,
  pageOf,
} from './export-form.ts'
import { nginxHttp, nginxRule, nginxServer } from './nginx-rules.ts'
import { bucketOf } from './shard.ts'
import { type RuleOptions, type StateRule, shownRule } from './state-rule.ts'

type SnapshotOptions = ExportedSite & RuleOptions

export const snapshotForm = (folder: string, options: SnapshotOptions): Form => ({
  name: 'snapshots',
  folder,
  filesOf(state) {
    const address = toUglyUrl(`${state.page}#!${state.state}`) ?? state.page
    const file = `pages/${snapshotFile(state.page, state.state)}`
    const bucket = `${bucketOf(file)}`.padStart(4, '0')
    const name = `rules/${bucket}/${createHash('sha256').update(file).digest('hex')}`
    const contentsOf = (answer: HandlerResponse) => {
      const rules = rulesOf(state, answer, options)
      return [rules.map(nginxRule).join(''), rules.map(apacheRule).join('')]
    }
    const sides = { files: [`${name}.nginx.conf`, `${name}.apache.conf`], contentsOf }
    return [{ file, address, contentOf: pageOf, sides }]
  },
  lastFiles: async () => ({
    'nginx-http.conf': nginxHttp(options),
    'nginx-server.conf': nginxServer(options),
    'apache.conf': apacheRules(options),
  }),
})

function rulesOf(
  state: ExportedState,
  answer: HandlerResponse,
  options: SnapshotOptions,
): readonly StateRule[] {
  const { status, headers } = answer
  const key = `${pagePart(state.page)}=${uglyValue(state.state)}`
  if (!isRedirect(answer)) {
    const rule = shownRule(headers, isListed(state.state) ? snapshotName(state.state) : '')
    return rule === shownRule(options.usual) ? [] : [[key, rule]]
  }
  const { location = '' } = headers
  const ugly: StateRule = [key, `${status}|${location}`]
  const path = options.readables.get(state.page)?.href(state.state)
  // Web servers compare only the path.
  if (path === undefined || path.includes('?')) return [ugly]
  const rewrite = readableRewrite(options.readables, options.origin + state.page)
  const url = rewrite(location, 'link') ?? location
  return [ugly, [`:${decodeURIComponent(path).replace(/\/$/, '')}`, `${status}|${url}`]]
}
