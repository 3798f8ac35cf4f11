/** Text goes into a document as it is only where a DOM would add nothing. */
import { expect } from '@playwright/test'
import { isPlain } from '../../../server/html/plain.ts'
import { suite } from '../../run/suite.ts'

const test = suite('plain')

const PLAIN: readonly (readonly [html: string, plain: boolean])[] = [
  ['<p>a <b>b</b><br>c</p>', true],
  ['a &lt; b &amp; c', true],
  ['<a href="#!/word/javascript"  class="description" hidden>x</a>', true],
  ['<a href="#!/a?b=1&amp;c=2">x</a>', true],
  ['<x-item>a</x-item>', false],
  ['<p is="x-p"></p>', false],
  ['<script>x</script>', false],
  ['<p onclick="x"></p>', false],
  ['<a href="javascript:x">x</a>', false],
  ['<a href="java\nscript:x">x</a>', false],
  ['<a href="java&#115;cript:x">x</a>', false],
  ['<div><template shadowrootmode="open">x</template></div>', false],
  ['<p>a', false],
  ['a</p>', false],
  ['<p><b></p></b>', false],
  ['</hashbang-outlet></main>', false],
  ['<body class="x"></body>', false],
  ['<meta http-equiv="refresh" content="0">', false],
  ['<base href="/x">', false],
  ['<noscript><p></p></noscript>', false],
  ['<!-- a -->', false],
  ['<plaintext>', false],
  ['<p title="a > b"></p>', false],
  ['a < b', false],
  ['<p title=x></p>', false],
  ['<iframe srcdoc="x"></iframe>', false],
]

test('only text to which a DOM would add nothing is plain', () => {
  expect(PLAIN.map(([html]) => [html, isPlain(html)])).toEqual(PLAIN)
})
