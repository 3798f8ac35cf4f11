/** GitHub's relative-time. */
import '@github/relative-time-element'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  date: markup(
    '<relative-time datetime="2014-04-01T16:30:00Z" format="datetime" time-zone="UTC" lang="en">April 1, 2014</relative-time>',
  ),
  old: markup(
    '<relative-time datetime="2014-04-01T16:30:00Z" threshold="P1D" time-zone="UTC" lang="en">April 1, 2014</relative-time>',
  ),
})
