import { useEffect, useState } from 'preact/hooks'
import logo from './logo.svg'
import styles from './Word.module.css'
import './word.css'

interface Word {
  readonly lemma: string
  readonly letters: number
}

export default function WordView({ data }: { readonly data: Word }) {
  const [state, setState] = useState('new')
  useEffect(() => setState('mounted'), [])
  return (
    <article class="word">
      <h1 class={styles.title}>
        {data.lemma} of {data.letters} letters, {state}
      </h1>
      <img src={logo} alt="logo" width="100" />
      <input aria-label="note" />
      <a href="#!/word/hero">hero</a>
    </article>
  )
}
