// Which HTML file of the project is the shell of a page.

/** The file of a page's shell, relative to Vite's root: `/` is `index.html`, `/x/` is `x/index.html`. */
export function shellFile(page: string, base: string): string {
  const path = (page.startsWith(base) ? page.slice(base.length) : page).replace(/^\//, '')
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}
