import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Data } from '../../data.ts'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })

export default function View({ data }: { data: Data }) {
  return (
    <QueryClientProvider client={client}>
      {data.kind === 'react-query, mutations' ? <Mutated data={data} /> : <Queried data={data} />}
    </QueryClientProvider>
  )
}
function Queried({ data }: { data: Data }) {
  const key = data.kind === 'react-query, coarse key' ? ['word', data.group] : ['word']
  const { data: title } = useQuery({ queryKey: key, queryFn: async () => data.title })
  return <p>{title ?? 'loading'}</p>
}
function Mutated({ data }: { data: Data }) {
  const queries = useQueryClient()
  const { mutate, isSuccess } = useMutation({ mutationFn: async (title: string) => title })
  useEffect(() => mutate(data.title), [mutate, data])
  return <p>{isSuccess ? `${queries.getMutationCache().getAll().length} mutations` : 'none'}</p>
}
