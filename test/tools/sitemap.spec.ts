/**
 * Sitemap and robots.txt list the states of the table, in the form of the protocol and of RFC 9309.
 */
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { validateXML } from 'xmllint-wasm'
import { type SitemapEntry, sitemapFiles } from '../../dist/server/serve/listing/sitemap-xml.js'
import { memoryFolder } from '../memory-folder.ts'
import { hashbang } from './command.ts'

const catalogue = join('test', 'fixtures', 'catalogue')
const config = ['-c', join(catalogue, 'hashbang.config.mjs')]
const SITEMAP = join(
  createRequire(import.meta.url).resolve('sitemap/package.json'),
  '../schema/sitemap.xsd',
)
const INDEX = join(catalogue, 'siteindex.xsd')

async function faults(xml: string, schema: string): Promise<string[]> {
  const xsd = await readFile(schema, 'utf8')
  const { errors } = await validateXML({ xml, schema: xsd, maxMemoryPages: 8192 })
  return errors.map(({ message }) => message)
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

test('the files of a sitemap, and of its parts, are valid by the schema of the protocol', async () => {
  const entries = async function* (): AsyncGenerator<SitemapEntry> {
    for (let at = 0; at < 11; at++)
      yield { url: `https://a.test/#!/${at}&`, lastModified: new Date(at * 1e9) }
  }
  const limits = { urls: 10, bytes: 1e9 }
  let count = 0
  for await (const { name, body } of sitemapFiles(entries(), 'https://a.test/', limits)) {
    count += 1
    const isPart = name.endsWith('.gz')
    const xml = String(isPart ? gunzipSync(body) : body)
    expect([name, await faults(xml, isPart ? SITEMAP : INDEX)]).toEqual([name, []])
  }
  expect(count).toBe(3)
})

test('the command lists the pretty URLs of indexable states, and with --heads pictures and languages', async () => {
  const out = await memoryFolder('sitemap')
  const run = (...args: string[]) =>
    hashbang(['sitemap', ...config, ...args], process.cwd(), { CATALOGUE: '99' })
  const { code, stdout, stderr } = await run('-o', out, '--heads')
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('106 URLs.')
  expect(await readdir(out)).toEqual(['feed.xml', 'sitemap.xml'])
  const xml = await readFile(join(out, 'sitemap.xml'), 'utf8')
  expect(xml).toContain('<image:loc>https://cdn.test/a.png?b=1&amp;c=2</image:loc>')
  expect(xml).toContain('<xhtml:link rel="alternate" hreflang="de" href="https://de.test/"/>')
  const urls = locations(xml)
  expect(urls[0]).toBe('https://catalogue.test/')
  expect(urls).toContain('https://catalogue.test/#!/items/na%C3%AFve%20art')
  expect(urls).toContain('https://catalogue.test/#!colour=a%26b&size=XL')
  expect(urls).toContain('https://catalogue.test/#!/list?page=2')
  expect(urls.filter((url) => /_escaped_fragment_=|draft$|account\/(?!help)/.test(url))).toEqual([])
  expect(new Set(urls).size).toBe(urls.length)
  // Without the heads a redirect is not known.
  const old = 'https://catalogue.test/#!/old'
  const listed = (await run('--list')).stdout.trim().split('\n')
  expect(listed).toContain(old)
  expect(listed.filter((url) => url !== old)).toEqual(urls)
})

test('sitemap --list --json prints one JSON document', async () => {
  const { code, stdout } = await hashbang(['sitemap', '--list', '--json', ...config], undefined, {
    CATALOGUE: '2',
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toContain('https://catalogue.test/#!/items/Polish')
})
