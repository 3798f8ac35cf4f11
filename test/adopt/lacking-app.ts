/** An app that needs features our engine lacks, each kind of its states another one. */

import { appOf, page } from './apps.ts'

/** Its text where letters have their real widths. */
export const RIGHT = 'Letters are as wide as they are'

export const LACKING = appOf(
  '#!/',
  { '': 'First', '/plain/a': 'Plain', '/plain/b': 'Plain', '/text/a': RIGHT, '/sync/a': 'Had' },
  {
    'index.html': page('<div id="app"></div><script src="app.js"></script>'),
    'app.js': `
      const [, kind, word] = location.hash.slice(2).split('/')
      const app = document.querySelector('#app')
      const say = (text) => app.insertAdjacentHTML('beforeend', '<p>' + text + '</p>')
      const kinds = {
        plain: () => say('Plain'),
        text() {
          const context = document.createElement('canvas').getContext('2d')
          context.font = '40px serif'
          say(context.measureText('WWWW').width > context.measureText('iiii').width ? '${RIGHT}' : 'All are as wide')
        },
        sync() {
          const request = new XMLHttpRequest()
          request.open('GET', 'data.txt', false)
          request.send()
          say(request.responseText)
        },
      }
      document.title = kind || 'First'
      app.innerHTML = '<h1>' + (word || 'First') + '</h1><a href="#!/plain/a">A</a> <a href="#!/plain/b">B</a> <a href="#!/text/a">T</a> <a href="#!/sync/a">S</a>'
      kinds[kind]?.()`,
    'data.txt': 'Had at once',
  },
)
