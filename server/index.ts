// Door "./server": HTML snapshots over HTTP.

export { type Config, defineConfig, loadConfig, type PageConfig } from './config.ts'
export type { ServerEvent } from './events.ts'
export { toFetch } from './fetch.ts'
export type { Handler, HandlerRequest, HandlerResponse } from './message.ts'
export { type NodeMiddleware, toNode } from './node.ts'
export type { AppModule } from './serve.ts'
export { createHandler, type Site, type SiteOptions } from './site.ts'
export { createListing, type Listing } from './sitemap/listing.ts'
