/** Starts nginx and Apache httpd with the rules of an export, on a socket and a port of loopback. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { memoryFolder } from '../memory-folder.ts'
import { programPath } from '../run/programs.ts'

/** Where a server listens: options of `http.get`. */
export type Place = { readonly socketPath: string } | { readonly port: number }

/** A running server. */
export interface WebServer {
  readonly place: Place
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** As a crawler asks: the target goes over the wire as it stands, which fetch() would not let it. */
export const ask = (place: Place, path: string): Promise<Answer> =>
  new Promise((done, fail) => {
    get({ host: '127.0.0.1', ...place, path, agent }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (part) => (body += part))
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    }).on('error', fail)
  })

async function start(program: string, args: string[], place: Place): Promise<WebServer> {
  const child = spawn(programPath(program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  // Neither says when it listens.
  while (!(await ask(place, '/').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`)
    await setImmediate()
  }
  return {
    place,
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts nginx over an export; `app` is the folder of the app's own files. @param more Of its server block. */
export async function startNginx(rules: string, app: string, more = ''): Promise<WebServer> {
  const folder = await memoryFolder('nginx')
  const socketPath = join(folder, 'socket')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `user root; worker_processes 1; daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; ${temporary}
  large_client_header_buffers 4 16k;
  include "${rules}/nginx-http.conf";
  server { listen unix:${socketPath}; root ${app}; include "${rules}/nginx-server.conf"; ${more} }
}
`,
  )
  return start('nginx', ['-c', file, '-e', join(folder, 'error.log')], { socketPath })
}

/** Starts Apache httpd over an export. */
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
  return start('apache2', ['-d', folder, '-f', file, '-D', 'FOREGROUND'], { port })
}
