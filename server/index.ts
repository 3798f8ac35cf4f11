// Door "./server": HTML snapshots over HTTP.

export { type Config, defineConfig, loadConfig, type PageConfig } from './config.ts'
export type { Handler, HandlerRequest, HandlerResponse } from './message.ts'
export { type NodeMiddleware, toNode } from './node.ts'
export type { AppModule } from './serve.ts'
export { createHandler, type PageOptions, type Site, type SiteOptions } from './site.ts'
