import { Component, input, type OnInit, signal } from '@angular/core'
import logo from './logo.svg'
import './word.css'

interface Word {
  readonly lemma: string
  readonly letters: number
}

@Component({
  selector: 'app-word',
  template: `
    <article class="word">
      <h1 class="title">{{ data().lemma }} of {{ data().letters }} letters, {{ state() }}</h1>
      <img [src]="logo" alt="logo" width="100" />
      <input aria-label="note" />
      <a href="#!/word/hero">hero</a>
    </article>
  `,
  styles: '.title { color: rgb(1, 2, 3); }',
})
export default class WordView implements OnInit {
  readonly data = input.required<Word>()
  readonly state = signal('new')
  readonly logo = logo

  ngOnInit() {
    this.state.set('mounted')
  }
}
