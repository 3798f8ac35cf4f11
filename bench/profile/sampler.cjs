// Loaded into a worker before its program: takes samples of its stack from one SIGUSR2 to the next,
// and writes them to the folder that PROFILE_FOLDER names.
const { Session } = require('node:inspector')
const { renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

/** Between two samples, in µs. */
const INTERVAL = 250

let session

process.on('SIGUSR2', () => {
  if (session) {
    session.post('Profiler.stop', (_, { profile }) => write(JSON.stringify(profile)))
    session = undefined
    return
  }
  session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
  session.post('Profiler.start')
})

/** Whole, as the bench waits for the file. */
function write(text) {
  const file = join(process.env.PROFILE_FOLDER, `${process.pid}.json`)
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}
