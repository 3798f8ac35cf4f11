// Door "./server": HTML snapshots over HTTP.

export type { Purge, Purged } from './cache/purge.ts'
export { type CloudflareOptions, cloudflare } from './cdn/cloudflare.ts'
export { type FastlyOptions, fastly } from './cdn/fastly.ts'
export { toFetch } from './http/fetch-adapter.ts'
export { type NodeMiddleware, toNode } from './http/node-adapter.ts'
export type { Handler, HandlerRequest, HandlerResponse } from './http/types.ts'
export type { ServerEvent } from './observe/events.ts'
export type { ReaderKind } from './observe/reader-kinds.ts'
export { createHandler, type Site, type SiteOptions } from './production/create-handler.ts'
export {
  type RunningServer,
  type ServerConfig,
  type ServerParts,
  startServer,
} from './production/start-server.ts'
export type { AdoptedPageConfig } from './site/adopted-pages.ts'
export type { AppModule } from './site/app-module.ts'
export type { Cdn, CdnSelection } from './site/cdn.ts'
export { type Config, defineConfig, loadConfig, type PageConfig } from './site/load-config.ts'
export { ConfigError } from './site/settings.ts'
export type { StatePrefix } from './site/state-shape.ts'
export { createListing, type Listing } from './sitemap/listing.ts'
