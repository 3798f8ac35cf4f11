/**
 * URLs of objects, which are Node's own and random: a page that shows one has other bytes from each
 * server.
 */
import { kindsView } from '../../parts/kinds.ts'

export default kindsView({
  'object URL shown': ({ title }, outlet) => {
    outlet.setAttribute('data-url', URL.createObjectURL(new Blob([title])))
    return title
  },
})
