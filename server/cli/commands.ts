// The commands of `hashbang` by name, each with its flags in a file of its own. program.ts and the
// reference in docs/ load them.

import type { AddCommand } from './shared-options.ts'

export const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./init.ts')).initCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  adopt: async () => (await import('./adopt.ts')).adoptCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  crawl: async () => (await import('./crawl.ts')).crawlCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  sitemap: async () => (await import('./sitemap.ts')).sitemapCommand,
  purge: async () => (await import('./purge.ts')).purgeCommand,
}
