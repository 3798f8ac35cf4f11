import { createSignal, onMount } from 'solid-js'
import logo from './logo.svg'
import styles from './Word.module.css'
import './word.css'

interface Word {
  readonly lemma: string
  readonly letters: number
}

export default function WordView(props: { readonly data: Word }) {
  const [state, setState] = createSignal('new')
  onMount(() => setState('mounted'))
  return (
    <article class="word">
      <h1 class={styles.title}>
        {props.data.lemma} of {props.data.letters} letters, {state()}
      </h1>
      <img src={logo} alt="logo" width="100" />
      <input aria-label="note" />
      <a href="#!/word/hero">hero</a>
    </article>
  )
}
