/** Runs units in this process: `tsx test/run/node-units.ts FILE...`. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runUnits } from './run-units.ts'

const files = process.argv.slice(2)
await runUnits(
  new Map(files.map((file) => [file, () => import(pathToFileURL(resolve(file)).href)])),
)
