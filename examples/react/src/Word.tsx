import { useEffect, useState } from 'react'
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
    <article className="word">
      <h1 className={styles.title}>
        {data.lemma} of {data.letters} letters, {state}
      </h1>
      <img src={logo} alt="logo" width="100" />
      <input aria-label="note" />
      <a href="#!/word/hero">hero</a>
    </article>
  )
}
