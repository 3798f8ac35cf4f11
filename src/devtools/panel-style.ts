// Styles the drawer's panels. style.ts defines the colours.

import { css } from '@lit/reactive-element'

export const panelStyle = css`
  .panel {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: 1rem;
  }

  .panel:focus-visible {
    outline-offset: -3px;
  }

  .panel.frame {
    display: flex;
    padding: 0;
    overflow: hidden;
  }

  .frame p {
    margin: 1rem;
  }

  iframe {
    flex: 1;
    width: 100%;
    border: 0;
    background: canvas;
  }

  h3 {
    margin: 1.25rem 0 0.35rem;
    font-size: 1em;
    font-weight: 600;
    line-height: 1.4;
  }

  h3:first-child {
    margin-top: 0;
  }

  pre {
    margin: 0;
    padding: 0.6rem 0.8rem;
    max-height: 24rem;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    background: var(--raised);
    border-radius: 0.4rem;
  }

  .differences {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .differences li {
    padding: 0.5rem 0;
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }

  del,
  ins {
    padding: 0.05rem 0.2rem;
    border-radius: 0.2rem;
    text-decoration-thickness: 1px;
  }

  del {
    background: var(--removed);
  }

  ins {
    background: var(--added);
  }

  .faded {
    color: var(--faded);
  }

  .heard {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`
