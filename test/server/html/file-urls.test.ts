/** Addresses of files in a snapshot are found in attributes and styles, not in text. */
import { expect } from '@playwright/test'
import { fileUrls } from '../../../server/html/file-urls.ts'
import { suite } from '../../run/suite.ts'

const test = suite('file-urls')

const FOUND: [html: string, place: string][] = [
  ['<p>a</p><img alt="a > b" src="file:///app/a.png">', '<img> has src="file:///app/a.png"'],
  ['<img srcset="/a.png 1x, file:///app/b.png 2x">', 'srcset="/a.png 1x, file:///app/b.png 2x"'],
  ['<svg><use xlink:href="file:///app/i.svg#a"></use></svg>', 'xlink:href="file:///app/i.svg#a"'],
  ['<template><a class="x" href="file:///app/">', '<a> has href="file:///app/"'],
  [
    '<p style="color: red; background: url(&quot;file:///app/a.png&quot;);">',
    'url(&quot;file:///app/a.png&quot;)',
  ],
  ['<style>b{} a { src: url("file:///app/f.woff2") }</style>', '<style> has url("file:///app/f'],
]
for (const [html, place] of FOUND)
  test(`an address of a file is named: ${html}`, () => {
    expect(fileUrls(html)).toEqual([expect.stringContaining(place)])
  })

for (const html of [
  '<pre>open file:///etc/hosts</pre>',
  '<pre>&lt;img src="file:///etc/a.png"&gt; or url(file:///etc)</pre>',
  '<p title="file:///etc" data-file="file:///etc">a</p>',
  '<img src="https://example.com/?from=file:///etc">',
])
  test(`a text that mentions a file is content: ${html}`, () => {
    expect(fileUrls(html)).toEqual([])
  })
