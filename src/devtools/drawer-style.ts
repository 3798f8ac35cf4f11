// Styles the drawer. It inherits nothing from the app.

import { css } from '@lit/reactive-element'

export const drawerStyle = css`
  :host, aside { all: initial }
  aside {
    color-scheme: light dark;
    --ink: light-dark(#1e2228, #e6e8ec);
    --faded: light-dark(#565d68, #a3abb8);
    --paper: light-dark(#ffffff, #1b1e24);
    --raised: light-dark(#f3f4f6, #262a32);
    --line: light-dark(#d9dce2, #3a3f4a);
    --accent: light-dark(#1a56c4, #8ab4ff);
    --good: light-dark(#146c2e, #7fd99a);
    --bad: light-dark(#b3261e, #ff9f97);
    --added: light-dark(#d8f0de, #1f4a2d);
    --removed: light-dark(#fbdcd9, #5a2622);
    font: 14px/1.5 system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif;
    color: var(--ink);
  }
  *, ::before, ::after { box-sizing: border-box }
  [hidden] { display: none !important }
  button { font: inherit; color: inherit; cursor: pointer }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  .differences:focus-visible { outline-offset: -3px }
  h2:focus { outline: none }

  .opener {
    position: fixed;
    z-index: 2147483646;
    inset: auto max(1rem, env(safe-area-inset-right)) max(1rem, env(safe-area-inset-bottom)) auto;
    min-width: 2.5rem;
    padding: 0.3rem 0.8rem;
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 2rem;
    box-shadow: 0 1px 4px rgb(0 0 0 / 0.15);
  }
  .drawer {
    position: fixed;
    z-index: 2147483647;
    inset: 0 0 0 auto;
    width: clamp(24rem, 44vw, 52rem);
    display: flex;
    flex-direction: column;
    background: var(--paper);
    border-inline-start: 1px solid var(--line);
    box-shadow: 0 0 1.5rem rgb(0 0 0 / 0.18);
  }
  header { display: flex; align-items: center; gap: 0.5rem; padding: 0.75rem 1rem 0.4rem }
  h2 { flex: 1; margin: 0; font-size: 1.1em; font-weight: 600; line-height: 1.3; white-space: nowrap }
  header button, .retry {
    padding: 0.25rem 0.7rem;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 0.4rem;
  }
  button:hover { border-color: var(--accent) }

  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.25rem 1rem;
    margin: 0;
    padding: 0 1rem 0.75rem;
  }
  dt, .faded { color: var(--faded) }
  dd { margin: 0; overflow-wrap: anywhere }
  a { color: var(--accent); text-underline-offset: 0.15em }
  code { font: 0.93em/1.5 ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace }
  .good { color: var(--good) }
  .bad { color: var(--bad) }
  .differences { max-height: 35%; padding: 0.75rem 1rem; overflow: auto; border-top: 1px solid var(--line) }
  ul, .differences p { margin: 0; padding: 0; list-style: none }
  li { padding: 0.4rem 0; overflow-wrap: anywhere }
  del { background: var(--removed) }
  ins { background: var(--added) }
  .frame { flex: 1; display: flex; min-height: 0; border-top: 1px solid var(--line) }
  .frame p { margin: 1rem }
  iframe { flex: 1; width: 100%; border: 0; background: canvas }
  .announcement { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

  @media (max-width: 48rem) {
    .drawer {
      inset: auto 0 0;
      width: auto;
      height: min(80dvh, 44rem);
      border-inline-start: 0;
      border-top: 1px solid var(--line);
      border-radius: 0.75rem 0.75rem 0 0;
    }
    .facts { grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.15rem 0.5rem; max-height: 10rem; overflow-y: auto }
  }
  @media print { aside { display: none } }
`
