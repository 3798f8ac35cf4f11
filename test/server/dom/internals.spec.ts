/**
 * The fields of happy-dom that `internals.ts` types are there, in the happy-dom that is built in.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { S } from '../../../dist/server/dom/internals.js'
import { createHappyWindow } from '../../../dist/server/dom/window.js'

const source = readFileSync('server/dom/internals.ts', 'utf8')
const window = createHappyWindow()
const { document } = window

const host = document.createElement('div')
const root = host.attachShadow({ mode: 'open' })
host.setAttribute('title', 'x')

/** An object of each interface. */
const OBJECTS: Readonly<Record<string, object>> = {
  EventTarget: host,
  Node: host,
  Element: host,
  Attr: host.attributes[0] as Attr,
  ShadowRoot: root,
  Document: document,
  HTMLSlotElement: document.createElement('slot'),
  HTMLSelectElement: document.createElement('select'),
  HTMLOptionElement: document.createElement('option'),
  HTMLCollectionBase: document.getElementsByTagName('div'),
  Location: window.location,
  Event: new window.Event('x'),
  InnerWindow: window,
}

/** Names of the fields that an interface needs, without those of objects inside it. */
const fieldsOf = (name: string): string[] => {
  const declaration = `^( *)(?:interface|export type) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\1\\}`
  const [, indent = '', body = ''] = new RegExp(declaration, 'm').exec(source) ?? []
  const field = new RegExp(`^${indent}  (?:readonly )?\\[S\\.(\\w+)\\][:(]`, 'gm')
  return [...body.matchAll(field)].map(([, symbol = '']) => symbol)
}

for (const [name, object] of Object.entries(OBJECTS))
  test(`${name} has the fields that are typed`, () => {
    const fields = fieldsOf(name)
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((field) => !(S[field as keyof typeof S] in object))).toEqual([])
  })

test('each symbol that is used exists', () => {
  const used = [...source.matchAll(/\bS\.(\w+)/g)].map(([, name = '']) => name)
  expect(used.filter((name) => typeof S[name as keyof typeof S] !== 'symbol')).toEqual([])
})
