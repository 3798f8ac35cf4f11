/** Apollo Client, over GET. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider, useQuery } from '@apollo/client/react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const QUERY = gql`query People { people { id name } }`
const make = (uri = '/data/graphql.json') =>
  new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri, useGETForQueries: true }),
  })

function People() {
  const { loading, error, data } = useQuery<{ people: { id: number; name: string }[] }>(QUERY)
  if (loading) return <p>Loading...</p>
  if (error) return <p>Error</p>
  return (
    <ul>
      {data?.people.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}

export default cases({
  hook: (element, page) =>
    show(() => (
      <ApolloProvider client={make()}>
        <People />
      </ApolloProvider>
    ))(element, page),
  error: (element, page) =>
    show(() => (
      <ApolloProvider client={make('/data/none.json')}>
        <People />
      </ApolloProvider>
    ))(element, page),
})
