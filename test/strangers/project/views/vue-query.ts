/** Vue Query. */
import { useQuery, VueQueryPlugin } from '@tanstack/vue-query'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

const query = (file: string) =>
  show(
    () => {
      const { isPending, isError, data } = useQuery({
        queryKey: [file],
        queryFn: async () => (await fetch(file)).json(),
        retry: false,
      })
      return () =>
        h(
          'p',
          isPending.value ? 'Loading...' : isError.value ? 'Error' : JSON.stringify(data.value),
        )
    },
    (app) => app.use(VueQueryPlugin),
  )

export default cases({ error: query('/data/none.json') })
