export default function Home() {
  return <a href="#!/hello/ajax">Hello</a>
}
