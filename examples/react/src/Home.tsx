export default function Home() {
  return <a href="#!/word/ajax">ajax</a>
}
