// The home page: a first screen of its own, and below it the quick start of README.md.

import { type ChromiumCost, readChromiumCost } from './chromium-cost.ts'
import { REPOSITORY, type Rendered } from './render-document.ts'
import type { Source } from './sources.ts'

type Links = readonly (readonly [name: string, state: string])[]

const FRAMEWORKS: Links = [
  ['React', '/guides/react'],
  ['Vue', '/guides/vue'],
  ['Svelte', '/guides/svelte'],
  ['Solid', '/guides/solid'],
  ['Preact', '/guides/preact'],
  ['Lit', '/guides/lit'],
  ['Angular', '/guides/angular'],
  ['AngularJS', '/guides/angularjs'],
  ['plain elements', '/guides/plain-elements'],
]

const SERVERS: Links = [
  ['Node', '/guides/deploy'],
  ['Express', '/guides/embed?~=express'],
  ['Fastify', '/guides/embed?~=fastify'],
  ['Hono', '/guides/embed?~=hono'],
  ['Koa', '/guides/embed?~=koa'],
  ['Docker', '/guides/deploy-containers'],
  ['static hosts', '/guides/deploy-files'],
  ['CDN', '/guides/deploy-cdn'],
]

/** The picture of the first screen. The renderer embeds its file. */
const PICTURE = `<picture>
<img src="docs/architecture-small.svg" alt="A browser opens /#!/word/ajax and gets a live page. A crawler requests /s/word/ajax and gets HTML with its text. Both come from the same route table and views.">
</picture>`

/** The source of the home page: README.md from its first block of code, below a heading. */
export function homeSource(readme: Source): Source {
  const start = readme.markdown.indexOf('```sh\n')
  if (start === -1) throw new Error('README.md has no command to begin with')
  const quickStart = `## Quick start\n\n${readme.markdown.slice(start)}`
  return { ...readme, markdown: `${PICTURE}\n\n${quickStart}` }
}

/** Puts the first screen around the picture, which the document begins with. */
export function homePage({ html, headings }: Rendered): Rendered {
  const end = html.indexOf('<h2')
  const [picture, rest] = [html.slice(0, end), html.slice(end)]
  return { html: firstScreen(picture, readChromiumCost()) + rest, headings }
}

const firstScreen = (picture: string, cost: ChromiumCost): string => `<div class="hero">
<div class="claim">
<h1>Your app behind <code>#!</code>, readable to every crawler</h1>
<p>Search engines, link previews and language models drop the part after <code>#</code>. Send them each state of your app as HTML, rendered without a browser.</p>
<ul class="ways">
<li><a href="#!/guides/start"><strong>Get started</strong> <span>with a route table</span></a></li>
<li><a href="#!/guides/adopt"><strong>Keep your app as it is</strong> <code>hashbang adopt</code></a></li>
</ul>
</div>
${picture}
<p class="cost"><strong>1/${Math.floor(cost.chromium / cost.ours)}</strong> <span>of a warm Chromium’s CPU time for an uncached page of Lit: <a href="#!/comparison?~=an-uncached-snapshot">the figures</a>, <a href="${REPOSITORY}bench/snapshot.ts">the bench</a></span></p>
<div class="works-with">
<h2>Works with</h2>
${list('Frameworks', FRAMEWORKS)}
${list('Servers', SERVERS)}
</div>
</div>
`

const list = (label: string, links: Links): string =>
  `<ul aria-label="${label}">${links
    .map(([name, state]) => `<li><a href="#!${state}">${name}</a></li>`)
    .join(' ')}</ul>`
