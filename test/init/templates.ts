/** Projects as `npm create vite` makes them, by template: the files that units of init read. */

const page = (body: string, script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <title>Vite</title>
  </head>
  <body>
    ${body}
    <script type="module" src="${script}"></script>
  </body>
</html>
`

const manifest = (dependencies: Record<string, string>, dev: Record<string, string>) =>
  `${JSON.stringify({ name: 'app', private: true, version: '0.0.0', type: 'module', scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' }, dependencies, devDependencies: { vite: '^8.3.8', ...dev } }, null, 2)}\n`

const config = (statement: string, call: string) => `import { defineConfig } from 'vite'
${statement}

// https://vite.dev/config/
export default defineConfig({
  plugins: [${call}],
})
`

export const TEMPLATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vanilla-ts': {
    'package.json': manifest({}, {}),
    'index.html': page('<div id="app"></div>', '/src/main.ts'),
    'src/main.ts': `import './style.css'\n\ndocument.querySelector<HTMLDivElement>('#app')!.innerHTML = '<h1>Vite</h1>'\n`,
  },
  'react-ts': {
    'package.json': manifest(
      { react: '^19.3.1', 'react-dom': '^19.3.1' },
      { '@vitejs/plugin-react': '^6.3.0' },
    ),
    'vite.config.ts': config("import react from '@vitejs/plugin-react'", 'react()'),
    'index.html': page('<div id="root"></div>', '/src/main.tsx'),
    'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport './index.css'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<App />)\n`,
    'src/App.tsx': 'function App() {\n  return <h1>Get started</h1>\n}\n\nexport default App\n',
    'src/index.css': 'h1 { color: red }\n',
  },
  'vue-ts': {
    'package.json': manifest({ vue: '^3.5.45' }, { '@vitejs/plugin-vue': '^6.0.11' }),
    'vite.config.ts': config("import vue from '@vitejs/plugin-vue'", 'vue()'),
    'index.html': page('<div id="app"></div>', '/src/main.ts'),
    'src/main.ts': `import { createApp } from 'vue'\nimport './style.css'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n`,
  },
  'svelte-ts': {
    'package.json': manifest({}, { svelte: '^5.57.3', '@sveltejs/vite-plugin-svelte': '^7.3.1' }),
    'vite.config.ts': config("import { svelte } from '@sveltejs/vite-plugin-svelte'", 'svelte()'),
    'index.html': page('<div id="app"></div>', '/src/main.ts'),
    'src/main.ts': `import { mount } from 'svelte'\nimport './app.css'\nimport App from './App.svelte'\n\nexport default mount(App, { target: document.getElementById('app')! })\n`,
  },
  'solid-ts': {
    'package.json': manifest({ 'solid-js': '^1.9.19' }, { 'vite-plugin-solid': '^2.11.14' }),
    'vite.config.ts': config("import solid from 'vite-plugin-solid'", 'solid()'),
    'index.html': page('<div id="root"></div>', '/src/index.tsx'),
    'src/index.tsx': `/* @refresh reload */\nimport { render } from 'solid-js/web'\nimport './index.css'\nimport App from './App.tsx'\n\nrender(() => <App />, document.getElementById('root')!)\n`,
  },
  'preact-ts': {
    'package.json': manifest({ preact: '^11.2.0' }, { '@preact/preset-vite': '^2.10.6' }),
    'vite.config.ts': config("import preact from '@preact/preset-vite'", 'preact()'),
    'index.html': page('<div id="app"></div>', '/src/main.tsx'),
    'src/main.tsx': `import { render } from 'preact'\nimport './index.css'\nimport { App } from './app.tsx'\n\nrender(<App />, document.getElementById('app')!)\n`,
  },
  'lit-ts': {
    'package.json': manifest({ lit: '^3.3.3' }, {}),
    'index.html': page('<my-element></my-element>', '/src/my-element.ts'),
    'src/my-element.ts': `import { html, LitElement } from 'lit'\n\nclass MyElement extends LitElement {\n  override render() {\n    return html\`<p>Vite</p>\`\n  }\n}\ncustomElements.define('my-element', MyElement)\n`,
  },
  // As Angular has no template of create-vite.
  'angular-ts': {
    'package.json': manifest(
      { '@angular/core': '^22.2.6', '@angular/platform-browser': '^22.2.6' },
      { '@analogjs/vite-plugin-angular': '^2.7.5' },
    ),
    'vite.config.ts': config("import angular from '@analogjs/vite-plugin-angular'", 'angular()'),
    'index.html': page('<app-root></app-root>', '/src/main.ts'),
    'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser'\nimport { App } from './app/app'\n\nbootstrapApplication(App)\n`,
  },
  'hash-router': {
    'package.json': manifest(
      { react: '^19.3.1', 'react-dom': '^19.3.1', 'react-router': '^7.18.5' },
      { '@vitejs/plugin-react': '^6.3.0' },
    ),
    'vite.config.ts': config("import react from '@vitejs/plugin-react'", 'react()'),
    'index.html': page('<div id="root"></div>', '/src/main.tsx'),
    'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport { HashRouter, Link, Route, Routes } from 'react-router'\n\ncreateRoot(document.getElementById('root')!).render(\n  <HashRouter>\n    <Routes>\n      <Route path="/" element={<Link to="/about">About</Link>} />\n      <Route path="/about" element={<h1>About us</h1>} />\n    </Routes>\n  </HashRouter>,\n)\n`,
  },
}
