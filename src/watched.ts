// Door "./browser" in development, where devtools find started routers. SIDE EFFECT on import:
// defines <hashbang-outlet>.

export * from './browser.ts'
export { start } from './devtools/started.ts'
