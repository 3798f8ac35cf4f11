// Translates a purge for a CDN. Tags find everything that the purge covers.
// URLs and folders find files that the CDN got without tags, such as files of an export.

import type { ReadableScheme } from '../../../src/readable.ts'
import type { Scheme } from '../../../src/scheme.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import type { CdnSelection } from '../../site/cdn.ts'
import type { Purge } from '../purge.ts'
import { purgedTags } from './address-tags.ts'

export interface Addresses {
  /** Undefined for a page without a table: its states follow `#!`. */
  readonly scheme?: Scheme | undefined
  readonly readable?: ReadableScheme | undefined
}

export function selectionOf(
  which: Purge,
  origin: string,
  pages: ReadonlyMap<string, Addresses>,
): CdnSelection {
  const { page, state, prefix, tag } = which
  const all = [page, state, prefix, tag].every((one) => one === undefined)
  if (all) return { everything: true }
  const meant = [...pages].filter(([path]) => page === undefined || path === page)
  return {
    tags: purgedTags(which),
    urls:
      state === undefined
        ? []
        : [...new Set(meant.flatMap(([path, one]) => urlsOf(origin + path, state, one)))],
    prefixes:
      prefix === undefined || state !== undefined || tag !== undefined
        ? []
        : [...new Set(meant.flatMap(([, one]) => folderOf(origin, prefix, one)))],
  }
}

function urlsOf(page: string, state: string, { scheme, readable }: Addresses): string[] {
  const path = scheme && pathOf(scheme, state)
  const markdown = readable?.markdown ? markdownHref(readable, state) : undefined
  const paths = [path, readable && pathOf(readable, state), markdown]
  const shown = paths.flatMap((one) => (one === undefined ? [] : [new URL(one, page).href]))
  // The spelling that crawlers use; tags cover other spellings.
  const ugly = path
    ? toUglyUrl(new URL(path, page).href, { fragmentTag: true })
    : toUglyUrl(`${page}#!${state}`)
  return ugly === null ? shown : [ugly, ...shown]
}

function folderOf(origin: string, prefix: string, { scheme, readable }: Addresses): string[] {
  const folder = /^\/[\w\-.~/]*(?=\/)/.exec(prefix)?.[0]
  if (folder === undefined) return []
  const paths = [scheme, readable].map((one) => one && pathOf(one, folder))
  return paths.flatMap((path) => (path === undefined ? [] : [new URL(origin).host + path]))
}

function pathOf(scheme: Scheme, state: string): string | undefined {
  try {
    const href = scheme.href(state)
    return href.startsWith('/') ? href : undefined
  } catch {
    return undefined
  }
}
