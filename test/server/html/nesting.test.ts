/** Text goes into a document as it is only where a DOM would add nothing. */
import { expect } from '@playwright/test'
import { isPlain } from '../../../server/html/nesting.ts'
import { suite } from '../../run/suite.ts'
import { list } from '../helpers/rows.ts'

const test = suite('plain')

const PLAIN = list`
  <p>a <b>b</b><br>c</p> | a &lt; b &amp; c | <a href="#!/a?b=1&amp;c=2">x</a>
  <a href="#!/word/javascript"  class="description" hidden>x</a>
`
const NOT_PLAIN = list`
  <x-item>a</x-item> | <p is="x-p"></p> | <script>x</script> | <p onclick="x"></p> | <p>a | a</p>
  <a href="javascript:x">x</a> | <a href="java&#115;cript:x">x</a> | <p><b></p></b> | <!-- a -->
  <div><template shadowrootmode="open">x</template></div> | </hashbang-outlet></main> | <plaintext>
  <body class="x"></body> | <meta http-equiv="refresh" content="0"> | <base href="/x"> | a < b
  <noscript><p></p></noscript> | <p title="a > b"></p> | <p title=x></p> | <iframe srcdoc="x"></iframe>
  <a href="java\nscript:x">x</a>
`

test('only text to which a DOM would add nothing is plain', () => {
  expect([...PLAIN, ...NOT_PLAIN].filter((html) => isPlain(html))).toEqual(PLAIN)
})
