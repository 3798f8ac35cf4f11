// Door "./browser" in development: the same exports, but announces started routers, so that
// devtools find them. SIDE EFFECT on import: defines <hashbang-outlet>.

export * from './browser.ts'
export { start } from './devtools/started.ts'
