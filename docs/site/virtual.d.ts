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
