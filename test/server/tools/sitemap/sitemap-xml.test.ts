/** A sitemap in the files that the protocol asks for; that they are valid is shown in test/tools/sitemap.spec.ts. */
import { gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import {
  type SitemapEntry,
  type SitemapFile,
  sitemapFiles,
} from '../../../../server/tools/sitemap/sitemap-xml.ts'
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

const many = { urls: 10, bytes: 1e9 }

for (const { count, names } of [
  { count: 0, names: [] },
  { count: 1, names: ['sitemap.xml'] },
  { count: 10, names: ['sitemap.xml'] },
  { count: 11, names: ['sitemap-1.xml.gz', 'sitemap-2.xml.gz', 'sitemap.xml'] },
  { count: 25, names: ['sitemap-1.xml.gz', 'sitemap-2.xml.gz', 'sitemap-3.xml.gz', 'sitemap.xml'] },
]) {
  test(`${count} URLs at ten a file make ${names.join(', ') || 'no file'}`, async () => {
    const files = await all(listOf(count), many)
    expect(files.map(({ name }) => name)).toEqual(names)
    const isSplit = names.length > 1
    const parts = isSplit ? files.slice(0, -1) : files
    expect(parts.flatMap((part) => locations(content(part)))).toEqual(
      Array.from({ length: count }, (_, index) => `https://a.test/#!/${index}&`),
    )
    const index = files.at(-1)
    if (!isSplit || index === undefined) return
    expect(locations(content(index))).toEqual(
      names.slice(0, -1).map((name) => `https://a.test/${name}`),
    )
  })
}

test('a file stays below the size that the protocol allows', async () => {
  const files = await all(listOf(300, 1900), { urls: 1e9, bytes: 200_000 })
  const sizes = files.slice(0, -1).map((file) => content(file).length)
  expect(Math.max(...sizes)).toBeLessThan(200_000)
  expect(sizes.length).toBeGreaterThan(3)
})
