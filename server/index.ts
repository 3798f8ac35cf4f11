// Door "./server": HTML snapshots over HTTP.

import './diagnostics/runtime/check-node.ts'

export { type CloudflareOptions, cloudflare } from './cache/cdn/cloudflare.ts'
export { type FastlyOptions, fastly } from './cache/cdn/fastly.ts'
export type { Handler, HandlerRequest, HandlerResponse } from './cache/response/http-values.ts'
export type { Purge, Purged } from './cache/tags.ts'
export { toFetch } from './serve/http/fetch-adapter.ts'
export { type NodeMiddleware, toNode } from './serve/http/node-adapter.ts'
export type { ServerEvent } from './serve/observe/events.ts'
export { createHandler, type SiteOptions } from './serve/start/create-handler.ts'
export type { Site } from './serve/start/create-site.ts'
export {
  type RunningServer,
  type ServerConfig,
  type ServerParts,
  startServer,
} from './serve/start/start-server.ts'
export type { StatePrefix } from './site/adopted-urls.ts'
export type { AppModule } from './site/app-module.ts'
export { ConfigError } from './site/check-settings.ts'
export type {
  AdoptSettings,
  CacheSettings,
  Cdn,
  CdnSelection,
  Config,
  LimitSettings,
  PageConfig,
  RedisSettings,
  RegionSettings,
} from './site/config.ts'
export { defineConfig, loadConfig } from './site/load-config.ts'
