declare module 'virtual:documents' {
  /** By state. */
  export const documents: Readonly<
    Record<string, () => Promise<{ readonly document: import('./routes.ts').SiteDocument }>>
  >
}

declare module 'virtual:search' {
  /** Of MiniSearch, as JSON. */
  export const index: string
}

/** The package with the whole text of its errors, as Node has it. */
declare module 'virtual:explained-router' {
  export * from 'hashbang-router'
}
