/** Apollo Client in a module, over a link that answers from the page's data. */
import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider, useQuery } from '@apollo/client/react'
import type { Data } from '../../data.ts'

const link = new ApolloLink(
  (operation) =>
    new Observable((observer) => {
      const { title } = operation.getContext() as { title: string }
      observer.next({ data: { word: { __typename: 'Word', id: '1', title } } })
      observer.complete()
    }),
)
const client = new ApolloClient({ link, cache: new InMemoryCache() })
const WORD = gql`
  query Word {
    word {
      id
      title
    }
  }
`

export default function View({ data }: { data: Data }) {
  return (
    <ApolloProvider client={client}>
      <Word data={data} />
    </ApolloProvider>
  )
}
function Word({ data }: { data: Data }) {
  const { data: found } = useQuery<{ word: { title: string } }>(WORD, {
    context: { title: data.title },
  })
  return <p>{found?.word.title ?? 'loading'}</p>
}
