export default function Late() {
  return <p>Late module</p>
}
