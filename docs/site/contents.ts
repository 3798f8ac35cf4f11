// The navigation of the site: documents by the reader's job, in reading order.

export interface Group {
  readonly title: string
  /** Each a title and a state. */
  readonly items: readonly (readonly [title: string, state: string])[]
}

export const CONTENTS: readonly Group[] = [
  {
    title: 'Begin',
    items: [
      ['Get started', '/guides/start'],
      ['Add it to your app', '/guides/add-to-your-app'],
      ['Keep your app as it is', '/guides/adopt'],
      ['Playground', '/playground'],
    ],
  },
  {
    title: 'Your framework',
    items: [
      ['React', '/guides/react'],
      ['Vue', '/guides/vue'],
      ['Svelte', '/guides/svelte'],
      ['Solid', '/guides/solid'],
      ['Preact', '/guides/preact'],
      ['Lit', '/guides/lit'],
      ['Angular', '/guides/angular'],
      ['AngularJS', '/guides/angularjs'],
      ['No framework', '/guides/plain-elements'],
    ],
  },
  {
    title: 'Decide',
    items: [
      ['Features', '/features'],
      ['Limits', '/limits'],
      ['Comparison', '/comparison'],
      ['Questions', '/faq'],
    ],
  },
  {
    title: 'Adopt',
    items: [
      ['docsify', '/apps/docsify'],
      ['AngularJS', '/apps/angularjs'],
      ['HashRouter', '/apps/hash-router'],
      ['vue-router', '/apps/vue-router'],
      ['Swagger UI', '/apps/swagger-ui'],
      ['Redoc', '/apps/redoc'],
    ],
  },
  {
    title: 'Build',
    items: [
      ['Routes and links', '/guides/routes-and-links'],
      ['Options of a route', '/route-options'],
      ['Options of the plugin', '/plugin-options'],
      ['Nested routes', '/guides/nested-routes'],
      ['Data', '/guides/data'],
      ['Forms', '/guides/forms'],
      ['Head and status', '/guides/head-and-status'],
      ['Styles', '/guides/styles'],
      ['Several pages', '/guides/several-pages'],
      ['Count visits', '/guides/visits'],
    ],
  },
  {
    title: 'Publish',
    items: [
      ['Be found', '/guides/be-found'],
      ['Deploy', '/guides/deploy'],
      ['Containers', '/guides/deploy-containers'],
      ['Files', '/guides/deploy-files'],
      ['CDN', '/guides/deploy-cdn'],
      ['Your own server', '/guides/embed'],
      ['Beside Vike', '/guides/vike'],
      ['Operate', '/guides/operate'],
      ['Test and verify', '/guides/test-and-verify'],
    ],
  },
  {
    title: 'Move',
    items: [
      ['Leave #!', '/guides/leave-hashbang'],
      ['Migrate', '/guides/migrate'],
    ],
  },
  {
    title: 'Look up',
    items: [
      ['Commands', '/commands'],
      ['Errors', '/errors'],
      ['Settings', '/settings'],
      ['Reference', '/reference'],
      ['Glossary', '/glossary'],
      ['Dependencies', '/dependencies'],
    ],
  },
  {
    title: 'Understand',
    items: [
      ['All documents', '/documents'],
      ['Snapshots', '/snapshots'],
      ['Readable addresses', '/readable-addresses'],
      ['Adopted apps', '/adopted-apps'],
      ['How it works', '/how-it-works'],
      ['Decisions', '/decisions'],
      ['happy-dom', '/happy-dom'],
    ],
  },
]
