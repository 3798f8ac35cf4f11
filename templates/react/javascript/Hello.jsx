export default function Hello({ data }) {
  return (
    <main>
      <h1>Hello, {data.name}</h1>
      <a href="#!">Home</a>
    </main>
  )
}
