/** Apps that load themselves into frames. */
import { type App, appOf, page } from './apps.ts'

export const FRAMED: Readonly<Record<string, App>> = {
  "GWT's cross-site linker": appOf(
    '#/',
    { '': 'CCO', '/benzene': 'c1ccccc1' },
    {
      'index.html': page(
        `<nav><a href="#/ethanol">Ethanol</a> <a href="#/benzene">Benzene</a></nav><h1></h1><p id="code"></p><div id="editor"></div><script>
          const MOLECULES = { ethanol: 'CCO', benzene: 'c1ccccc1' }
          let editor
          function show() {
            const name = location.hash.slice(2) || 'ethanol'
            document.title = name
            document.querySelector('h1').textContent = name
            editor.readGenericMolecularInput(MOLECULES[name])
          }
          function jsmeOnLoad() {
            editor = new JSApplet.JSME('editor', '380px', '340px', { options: 'depict' })
            editor.setCallBack('AfterStructureModified', () => {
              document.querySelector('#code').textContent = editor.smiles() + ' ' + editor.molFile().split('\\n').length
            })
            addEventListener('hashchange', show)
            show()
          }
        </script>`,
        '<script src="jsme/jsme.nocache.js"></script>',
      ),
    },
    { jsme: 'jsme-editor' },
  ),
  'frames of all kinds': appOf(
    '#/',
    { '/again': 'page loaded' },
    {
      'index.html': page(
        `<a href="#/again">Again</a><ol id="told"></ol><iframe id="early" src="inner/early.html" onload="tell('early loaded', this.contentDocument.title, this.contentWindow.here)"></iframe>
        <iframe id="text" srcdoc="<title>Text</title><script>parent.tell('text runs', document.readyState, frameElement.id, location.href)</scr&#105;pt><p>In text</p>"></iframe><script src="app.js"></script>`,
        `<script>
          var lines = []
          function tell() { lines.push([].join.call(arguments)) }
          addEventListener('load', function () {
            tell('page loaded')
            setTimeout(function () {
              lines.sort()
              document.querySelector('#told').innerHTML = lines.map(function (line) { return '<li>' + line + '</li>' }).join('')
            }, 300)
          })
        </script>`,
      ),
      'inner/early.html': `<!doctype html><title>Early</title><script src="early.js"></script><script type="module">import { value } from './module.js'; parent.tell('module', value, new URL(import.meta.url).pathname, value instanceof Array)</script><body onload="parent.tell('body', document.readyState)">
        <script>parent.tell('has', here, typeof parent.here, document.currentScript !== null, parent.document === document, document.body.childElementCount)
          Promise.resolve().then(() => setTimeout(() => parent.tell('later', new Date() instanceof Date, [].constructor === parent.Array), 20))
          document.write('<b id="b">written</b>'); parent.tell('after', document.querySelector('#b').textContent)
          addEventListener('load', () => parent.tell('inner load', document.title)); addEventListener('DOMContentLoaded', () => parent.tell('inner ready'))
          document.addEventListener('DOMContentLoaded', () => parent.tell('inner document ready'))
        </script>`,
      'inner/early.js': `var here = 'in ' + location.pathname`,
      'inner/linked.html':
        '<script>parent.tell("linked", location.pathname, parent === top)</script>',
      'inner/module.js': 'export const value = [1]',
      'app.js': `
        var frame = document.createElement('iframe')
        tell('before', frame.contentWindow, frame.contentDocument)
        document.body.appendChild(frame)
        var w = frame.contentWindow, d = frame.contentDocument
        tell('blank', w.location.href, d.URL, d.readyState, d.body.childNodes.length, w.parent === window, w.top === window, w.self === w, w.document === d, d.defaultView === w, w.frameElement === frame)
        w.given = 7
        var s = d.createElement('script'); s.text = 'var own = given + 1; this.made = function () { return [own, window === this, typeof tell] }'
        d.body.appendChild(s)
        tell('script', w.own, typeof own, w.made().join('/'), w.made() instanceof Array, w.made() instanceof w.Array, w.eval('typeof w + own'))
        d.open(); d.write('<title>W</title><p>One'); d.write('</p><script>var two = document.querySelectorAll("p").length</scr' + 'ipt><p>Two</p>'); d.close()
        tell('written', d.title, d.querySelectorAll('p').length, w.two, w.own)
        w.setTimeout(function () { tell('timer of a frame that is gone') }, 10)
        d.body.appendChild(document.createElement('i')); tell('adopted', d.body.lastChild.ownerDocument === d, d.body.lastChild instanceof HTMLElement)
        document.body.appendChild(d.body.lastChild); tell('back', document.body.lastChild.ownerDocument === document)
        frame.remove(); tell('removed', frame.contentWindow, frame.contentDocument)
        var late = document.createElement('iframe'); late.src = 'inner/early.html?late'; 
        late.onload = function () { tell('late', late.contentWindow.here, late.contentDocument.title) }
        document.body.appendChild(late)
        var linked = document.createElement('iframe'); linked.src = "javascript:''"; document.body.appendChild(linked)
        linked.contentWindow.location.replace('inner/linked.html')
        var gone = document.createElement('iframe'); gone.src = 'inner/early.html?gone'; document.body.appendChild(gone); gone.remove()
        try { w.eval('no.such') } catch (e) { tell('caught', e.name, e instanceof Error) }`,
    },
  ),
  'frames in frames': appOf(
    '#/',
    { '/deep': 'late', '/removed': 'removed null', '/written': 'written true' },
    {
      'index.html': page(
        `<a href="#/deep">Deep</a><main></main><p id="late"></p><script>
          window.note = (text) => { document.querySelector('main').innerHTML += '<p>' + text + '</p>' }
          const kind = location.hash.slice(2)
          const frame = document.createElement('iframe')
          frame.onload = () => {
            const inner = frame.contentDocument.querySelector('iframe')
            note('outer: ' + [frame.contentWindow.length, inner.contentDocument.title, inner.contentWindow.parent === frame.contentWindow, frames[0].frames[0].top === window, frame.contentWindow[0].frameElement === inner].join())
            if (kind === 'removed') { frame.remove(); note('removed ' + frame.contentWindow) }
            if (kind === 'written') { const d = inner.contentDocument; d.open(); d.write('<iframe srcdoc="<script>top.note(\\'written \\' + (parent.parent.parent === top))<\\/script>"></iframe>'); d.close() }
          }
          frame.src = 'parts/outer.html'
          document.body.append(frame)
        </script>`,
      ),
      'parts/outer.html':
        '<!doctype html><title>Outer</title><body onload="parent.note(\'outer loaded\')"><iframe src="inner.html"></iframe><script>top.note(typeof frames[0] + length)</script>',
      'parts/inner.html': `<!doctype html><title>Inner</title><body><script>
          parent.parent.note('inner ' + [parent === top, parent.document.title, location.pathname].join())
          addEventListener('load', () => top.note('inner loaded'))
          setTimeout(() => { top.document.querySelector('#late').textContent = 'late' }, 200)
        </script>`,
    },
  ),
  'forms that are sent to frames': appOf(
    '#/',
    {
      ...{ '/submit': 'Found?q=a+b', '/button': 'Found?q=a+b&b=1', '/link': 'Found?link' },
      ...{ '/open': 'Found?opened', '/top': '#/upwards', '/nowhere': 'Nowhere' },
    },
    {
      'index.html': page(
        `<a href="#/button">Button</a><form action="found.html" target="results"><input name="q" value="a b"><button name="b" value="1">Find</button></form>
        <a id="to" href="found.html?link" target="results">Link</a><a id="up" href="#/upwards" target="_top">Up</a><iframe name="results"></iframe><main></main><script>
          const kind = location.hash.slice(2)
          const [form] = document.forms
          const show = (text) => { document.querySelector('main').innerHTML += '<p>' + text + '</p>' }
          addEventListener('hashchange', () => show(location.hash))
          onload = () => {
            document.querySelector('iframe').onload = () => { show(frames.results.document.title + frames.results.location.search) }
            if (kind === 'submit') form.submit()
            else if (kind === 'button') form.querySelector('button').click()
            else if (kind === 'link') document.querySelector('#to').click()
            else if (kind === 'open') show(open('found.html?opened', 'results') === frames.results)
            else if (kind === 'top') document.querySelector('#up').click()
            else if (kind === 'nowhere') { const d = document.implementation.createHTMLDocument(''); d.body.innerHTML = '<form action="/other.html"></form>'; d.forms[0].submit(); show('Nowhere') }
          }
        </script>`,
      ),
      'found.html': '<!doctype html><title>Found</title>',
    },
  ),
}
