/**
 * The specs that run in `npm run test:all` and not in `npm test`, each with its reason. Single tests of other specs carry the tag
 * `@all` instead. A spec that is only slow does not belong here.
 */
export const ONLY_IN_ALL: Readonly<Record<string, string>> = {
  'test/dom/memory.spec.ts': 'a measure: thousands of navigations, for a few bytes each',
  'test/server/deploy-load.spec.ts': 'a fleet: servers, Redis and a warm-up under load',
  'test/server/fleet.spec.ts': 'a fleet: nginx, servers and Redis, disturbed under load',
  'test/adopt/installed.spec.ts': 'installs the package from its tarball',
  'test/demo/lighthouse.spec.ts':
    'Lighthouse looks at the demo once more: axe and the layout specs hold the same promises.',
  'test/examples.spec.ts': 'Installs and starts each example from the packed tarball.',
  'test/guide.spec.ts':
    'Installs the project of getting started from the packed tarball; docs.spec.ts shows its files in development.',
  'test/projects/projects.spec.ts':
    'Installs a project of each framework from the packed tarball; server/vite-projects.spec.ts builds them.',
  'test/readers/markdown.spec.ts':
    'Converts 120 pages by Turndown and pandoc too; markdown.spec.ts holds what Markdown says.',
  'test/readers/readers.spec.ts':
    'Installs programs of strangers that read the web; take-over.spec.ts and markdown.spec.ts hold what they read.',
  'test/reference.spec.ts':
    'TypeDoc writes the whole reference anew; reference.test.ts holds that each name and its text is there.',
  'test/server/dom/reports.spec.ts':
    'Runs the reports about happy-dom in happy-dom and in Chromium: no code of ours.',
  'test/strangers/mixed.spec.ts': 'Shows the corpus of strangers in many workers.',
}
