/**
 * A sitemap in the files that the protocol asks for; that they are valid is shown in
 * test/tools/sitemap.spec.ts.
 */
import { gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import {
  type SitemapEntry,
  type SitemapFile,
  sitemapFiles,
} from '../../../../server/serve/listing/sitemap-xml.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('files of a sitemap')

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url?.replaceAll('&amp;', '&'))

const content = ({ type, body }: SitemapFile) =>
  (type === 'application/gzip' ? gunzipSync(body) : body).toString()

async function* listOf(count: number, size = 0): AsyncGenerator<SitemapEntry> {
  for (let index = 0; index < count; index++) {
    yield {
      url: `https://a.test/#!/${index}&${'x'.repeat(size)}`,
      lastModified: new Date(index * 1e9),
    }
  }
}

async function all(entries: AsyncIterable<SitemapEntry>, limits?: { urls: number; bytes: number }) {
  const files: SitemapFile[] = []
  for await (const file of sitemapFiles(entries, 'https://a.test/', limits)) files.push(file)
  return files
}

for (const [count, parts] of [
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
  [25, 3],
] as const) {
  test(`${count} URLs at ten a file make ${parts}, and an index of several`, async () => {
    const files = await all(listOf(count), { urls: 10, bytes: 1e9 })
    const index = parts > 1 ? files.pop() : undefined
    const names = Array.from({ length: parts }, (_, at) => `sitemap-${at + 1}.xml.gz`)
    expect(files.map(({ name }) => name)).toEqual(parts === 1 ? ['sitemap.xml'] : names)
    expect(files.flatMap((part) => locations(content(part)))).toEqual(
      Array.from({ length: count }, (_, at) => `https://a.test/#!/${at}&`),
    )
    if (index === undefined) return
    expect(index.name).toBe('sitemap.xml')
    expect(locations(content(index))).toEqual(names.map((name) => `https://a.test/${name}`))
  })
}

test('a file stays below the size that the protocol allows', async () => {
  const files = await all(listOf(300, 1900), { urls: 1e9, bytes: 200_000 })
  const sizes = files.slice(0, -1).map((file) => content(file).length)
  expect(Math.max(...sizes)).toBeLessThan(200_000)
  expect(sizes.length).toBeGreaterThan(2)
})
