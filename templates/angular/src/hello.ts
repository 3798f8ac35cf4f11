import { Component, input } from '@angular/core'

@Component({
  selector: 'app-hello',
  template: `
    <main>
      <h1>Hello, {{ data().name }}</h1>
      <a href="#!">Home</a>
    </main>
  `,
})
export default class Hello {
  readonly data = input.required<{ name: string }>()
}
