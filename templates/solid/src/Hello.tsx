export default function Hello(props: { data: { name: string } }) {
  return (
    <main>
      <h1>Hello, {props.data.name}</h1>
      <a href="#!">Home</a>
    </main>
  )
}
