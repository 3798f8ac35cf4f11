import { html, htmlView } from 'hashbang-router'

export default htmlView<{ name: string }>(
  ({ data }) => html`<h1>Hello, ${data.name}</h1><a href="#!">Home</a>`,
)
