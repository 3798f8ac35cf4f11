/**
 * Draws the pictures of docs/apps: the text that a crawler reads of an app's state without this
 * package and with it. Run it after a change of a page: `node docs/generate/app-pictures.js`. The
 * lines with it are those that the page's test finds.
 */
import { writeFileSync } from 'node:fs'

/**
 * By page: the address in the bar, the body of the app's own file, and the lines of the snapshot.
 */
const PICTURES = {
  docsify: [
    '/#/tomatoes',
    '<div id="app"></div>',
    ['Tomatoes', 'They want sun.', 'Sow in March, indoors.'],
  ],
  angularjs: ['/#!/plants/leek', '<div ng-view></div>', ['Leek', 'Water it once a week.']],
  'hash-router': ['/#/plants/leek', '<div id="root"></div>', ['leek', 'Water the leek every day.']],
  'vue-router': ['/#/plants/leek', '<div id="app"></div>', ['leek', 'Water the leek every day.']],
  'swagger-ui': [
    '/#/plants/getPlant',
    '<div id="swagger-ui"></div>',
    ['Garden API', 'GET /plants/{id}', 'Get one plant'],
  ],
  redoc: ['/#tag/plants', '<redoc></redoc>', ['Garden API', 'List all plants', 'Get one plant']],
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const card = (x, label, lines) => `  <g transform="translate(${x} 56)">
    <rect class="page" x=".5" y=".5" width="251" height="146" rx="8" />
    <text class="label" x="14" y="32">${label}</text>
${lines.map((line, at) => `    <text x="14" y="${64 + at * 26}">${escaped(line)}</text>`).join('\n')}
  </g>`

for (const [name, [address, empty, lines]] of Object.entries(PICTURES)) {
  const title = `What a crawler reads at ${address}: an empty element without hashbang-router; with it: ${lines.join(', ')}`
  writeFileSync(
    new URL(`../apps/${name}.svg`, import.meta.url),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 204" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #24292f; white-space: pre }
    .label { font: 600 14px system-ui, -apple-system, "Segoe UI", sans-serif }
    .page { fill: #ffffff; stroke: #c4ccd4 }
    .bar { fill: #eef1f4; stroke: #c4ccd4 }
    .soft { fill: #59636e }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .page { fill: #0d1117; stroke: #4b535d }
      .bar { fill: #1c2129; stroke: #4b535d }
      .soft { fill: #a0aab5 }
    }
  </style>
  <rect class="bar" x=".5" y=".5" width="519" height="39" rx="8" />
  <text x="14" y="25">https://example.com${escaped(address)}</text>
  <text class="label soft" x="506" y="25" text-anchor="end">as a crawler reads it</text>
${card(0, 'Without hashbang-router', [empty])}
${card(268, 'With it', lines)}
</svg>
`,
  )
}
