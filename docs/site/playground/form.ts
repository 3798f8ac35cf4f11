// The elements of the playground.

const codeOf = (title: string) =>
  `<pre role="group" tabindex="0" aria-label="${title}"><code data-of="${title.toLowerCase()}"></code></pre>`

const PANELS = [
  ['Page', '<div class="preview"></div>'],
  ['Snapshot', codeOf('Snapshot')],
  ['Markdown', codeOf('Markdown')],
] as const

export const FORM = `
  <form>
    <div class="table-text">
      <label for="playground-table">Route table</label>
      <textarea id="playground-table" spellcheck="false" autocapitalize="none" wrap="off" rows="18"></textarea>
    </div>
    <div>
      <label for="playground-state">State, the text after <code>#!</code></label>
      <input id="playground-state" spellcheck="false" autocapitalize="none" autocomplete="off">
      <p class="held" hidden>This table comes from a link, and is code. Read it first.
        <button type="button" data-of="run">Run it</button></p>
      <p role="alert"></p>
      <h2>Addresses</h2>
      <dl></dl>
      <p class="buttons">
        <button type="button" data-of="share">Copy a link to this table</button>
        <button type="button" data-of="reset">Begin anew</button>
        <span role="status"></span>
      </p>
    </div>
  </form>
  <div class="panels">${PANELS.map(
    ([title, html]) => `<section><h2>${title}</h2>${html}</section>`,
  ).join('')}</div>`
