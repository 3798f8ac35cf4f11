/** axios, XMLHttpRequest and fetch as pages use them. */
import axios from 'axios'
import { cases } from '../cases.ts'

const names = (all: { name: string }[]) => all.map(({ name }) => name).join()

export default cases({
  'axios get'(element) {
    element.textContent = 'Loading…'
    axios.get('/data/people.json').then(({ data, status }) => {
      element.textContent = `${status} ${names(data)}`
    })
  },
  'axios instance'(element) {
    const api = axios.create({ baseURL: '/data', timeout: 5000, params: { a: 1 } })
    api.interceptors.response.use((answer) => answer.data)
    api.get('people.json').then((all) => {
      element.textContent = names(all as never)
    })
  },
  'axios error'(element) {
    axios.get('/data/none.json').catch((error) => {
      element.textContent = `${error.response?.status} ${error.message}`
    })
  },
  'axios all'(element) {
    Promise.all([axios.get('/data/people.json'), axios.get('/data/part.html')]).then(([a, b]) => {
      element.innerHTML = `${a.data.length} ${b.data}`
    })
  },
  xhr(element) {
    const request = new XMLHttpRequest()
    request.open('GET', '/data/sales.csv')
    request.onload = () => {
      element.textContent = `${request.status} ${request.responseText.split('\n').length}`
    }
    request.send()
  },
  abort(element) {
    const control = new AbortController()
    fetch('/data/people.json', { signal: control.signal }).catch((error) => {
      element.textContent = error.name
    })
    control.abort()
  },
  request(element) {
    fetch(new Request('/data/people.json', { headers: new Headers({ accept: 'text/html' }) }))
      .then((answer) => answer.blob())
      .then((blob) => blob.text())
      .then((text) => {
        element.textContent = `${new URL('/x', location.href).pathname} ${text.length}`
      })
  },
})
