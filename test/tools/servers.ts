/** Starts nginx and Apache httpd with the rules of an export, on a port of loopback. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { startNginx as startAnyNginx } from '../fixtures/site/nginx.ts'
import { freePort } from '../free-port.ts'
import { memoryFolder } from '../memory-folder.ts'
import { programPath } from '../run/programs.ts'

export interface WebServer {
  readonly port: number
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/**
 * As a crawler asks: the target goes over the wire as it stands, which fetch() would not let it.
 */
export const ask = (port: number, path: string): Promise<Answer> =>
  new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (part) => (body += part))
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    }).on('error', fail)
  })

/**
 * Starts nginx over an export; `app` is the folder of the app's own files. @param more Of its
 * server block.
 */
export async function startNginx(rules: string, app: string, more = ''): Promise<WebServer> {
  const { port, stop } = await startAnyNginx(
    () => `large_client_header_buffers 4 16k;
      include "${rules}/nginx-http.conf";
      server { listen PORT; root ${app}; default_type text/plain; include "${rules}/nginx-server.conf"; ${more} }`,
  )
  return { port, stop }
}

export async function startApache(rules: string, app: string): Promise<WebServer> {
  const [folder, port] = [await memoryFolder('apache'), await freePort()]
  const modules = ['mpm_event', 'authz_core', 'rewrite', 'headers', 'mime', 'dir']
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
    .join('\n')
  const file = join(folder, 'httpd.conf')
  await writeFile(
    file,
    `ServerRoot ${folder}
${modules}
ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
TypesConfig /etc/mime.types
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot ${app}
  DirectoryIndex index.html
  <Directory ${app}>
    Require all granted
  </Directory>
  Include "${rules}/apache.conf"
</VirtualHost>
`,
  )
  const args = ['-d', folder, '-f', file, '-D', 'FOREGROUND']
  const child = spawn(programPath('apache2'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  // It does not say when it listens.
  while (!(await ask(port, '/').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`Apache ended with ${child.exitCode}: ${output}`)
    await setImmediate()
  }
  return {
    port,
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await ended
    },
  }
}
