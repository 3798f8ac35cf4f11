export default function Hello(props) {
  return (
    <main>
      <h1>Hello, {props.data.name}</h1>
      <a href="#!">Home</a>
    </main>
  )
}
