// Peers without types of their own: as much of them as the benches use.

declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: { readonly document: Document }
  }
}

declare module 'prerender' {
  interface Server {
    startPrerender(): Promise<void>
    killBrowser(): void
  }
  const prerender: (options: object) => Server

  export = prerender
}
