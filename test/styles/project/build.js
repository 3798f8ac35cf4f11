/**
 * Builds the pages of the corpus: `node build.js <out>` writes each of `pages/` as one HTML file
 * with all of its CSS inline.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile, optimize } from '@tailwindcss/node'

const HERE = import.meta.dirname
const PAGES = join(HERE, 'pages')

const IMPORT = /@import\s+(?:url\()?["']?([^"')]+)["']?\)?\s*(layer\([^)]*\))?\s*([^;]*);/g

/** The text of a sheet with the sheets that it imports in their places. */
function sheet(path) {
  const css = readFileSync(path, 'utf8').replace(/^@charset[^;]*;/, '')
  return css.replace(IMPORT, (_, target, layer, media) => {
    if (/^https?:/.test(target)) return ''
    const imported = sheet(join(dirname(path), target))
    const layered = layer ? `@layer ${layer.slice(6, -1)} {\n${imported}\n}` : imported
    return media.trim() ? `@media ${media} {\n${layered}\n}` : layered
  })
}

const LINK = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g
const TAILWIND = /<style type="text\/tailwindcss"( data-optimize)?>([\s\S]*?)<\/style>/

/** Tailwind's output for the classes of the page, as its Vite plugin makes it. */
async function tailwind(html) {
  const [all, optimized, source] = TAILWIND.exec(html) ?? []
  if (all === undefined) return html
  const words = html.replace(all, '').matchAll(/class="([^"]*)"/g)
  const candidates = [...words].flatMap(([, list]) => list.split(/\s+/))
  const compiler = await compile(source, { base: HERE, onDependency() {} })
  const css = compiler.build(candidates)
  return html.replace(all, () => `<style>${optimized ? optimize(css).code : css}</style>`)
}

async function build(name) {
  if (name.endsWith('.js')) return (await import(join(PAGES, name))).page
  const html = readFileSync(join(PAGES, name), 'utf8')
  const inlined = html.replace(
    LINK,
    (_, path) => `<style>${sheet(join(HERE, 'node_modules', path))}</style>`,
  )
  return tailwind(inlined)
}

const out = process.argv[2]
mkdirSync(out, { recursive: true })
for (const name of readdirSync(PAGES).sort()) {
  if (name.startsWith('_')) continue
  writeFileSync(join(out, name.replace(/\.\w+$/, '.html')), await build(name))
}
