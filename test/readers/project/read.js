// Reads pages as programs do that know nothing of this package. Takes URLs. Prints, for each page
// and reader, the title, description and text that it finds, as JSON.
import { Readability } from '@mozilla/readability'
import * as cheerio from 'cheerio'
import { JSDOM } from 'jsdom'
import { getPreviewFromContent } from 'link-preview-js'
import createMetascraper from 'metascraper'
import description from 'metascraper-description'
import title from 'metascraper-title'
import openGraph from 'open-graph-scraper'
import { unfurl } from 'unfurl.js'

const metascraper = createMetascraper([title(), description()])

const READERS = {
  'open-graph-scraper': async ({ url }) => {
    const { result } = await openGraph({ url })
    return { title: result.ogTitle, description: result.ogDescription }
  },
  'unfurl.js': async ({ url }) => {
    const { title, description, open_graph: graph } = await unfurl(url)
    return { title, description, card: `${graph.title}: ${graph.description}` }
  },
  metascraper: ({ url, html }) => metascraper({ url, html }),
  'link-preview-js': ({ url, html }) =>
    getPreviewFromContent({ url, data: html, headers: { 'content-type': 'text/html' } }),
  readability: ({ url, html }) => {
    const { document } = new JSDOM(html, { url }).window
    const { title, excerpt, textContent } = new Readability(document).parse()
    return { title, description: excerpt, text: textContent }
  },
  cheerio: ({ html }) => {
    const $ = cheerio.load(html)
    const description = $('meta[name=description]').attr('content')
    return { title: $('title').text(), description, text: $('hashbang-outlet').text() }
  },
}

const read = []
for (const url of process.argv.slice(2)) {
  const html = await (await fetch(url)).text()
  for (const [reader, ask] of Object.entries(READERS)) {
    const { title, description, card, text } = await ask({ url, html })
    read.push({ reader, url, title, description, card, text })
  }
}
console.log(JSON.stringify(read))
