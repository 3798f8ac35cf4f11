// Door "./browser" in development. The same names; but routers that are started are announced, with the times of their navigations,
// so that devtools find them, whichever module has started them.
// SIDE EFFECT on import: defines <hashbang-outlet>.

export * from './browser.ts'
export { start } from './devtools/started.ts'
