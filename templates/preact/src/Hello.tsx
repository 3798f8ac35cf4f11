export default function Hello({ data }: { data: { name: string } }) {
  return (
    <main>
      <h1>Hello, {data.name}</h1>
      <a href="#!">Home</a>
    </main>
  )
}
