// Converts pages to Markdown by Turndown. In: an array of HTML, as JSON. Out: the Markdown of each.
import { text } from 'node:stream/consumers'
import Turndown from 'turndown'
import { gfm } from 'turndown-plugin-gfm'

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
turndown.use(gfm)
const pages = JSON.parse(await text(process.stdin))
console.log(JSON.stringify(pages.map((html) => turndown.turndown(html))))
