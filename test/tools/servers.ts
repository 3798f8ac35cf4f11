/**
 * Starts nginx and Apache httpd with the rules of an export, on free ports of loopback.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { programPath } from '../run/programs.ts'

/** A running server. */
export interface WebServer {
  readonly url: string
  stop(): void
}

/** Waits until the server answers, or has ended. */
async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode}: ${said()}`)
    const reached = await fetch(url).catch(() => undefined)
    if (reached) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function start(program: string, args: string[], port: number): Promise<WebServer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const url = `http://127.0.0.1:${port}`
  await answers(url, child, () => said)
  return { url, stop: () => void child.kill('SIGTERM') }
}

/** Starts nginx over an export; `app` is the folder of the app's own files. */
export async function startNginx(rules: string, app: string): Promise<WebServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'nginx-')), await freePort()]
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
  server { listen 127.0.0.1:${port}; root ${app}; include "${rules}/nginx-server.conf"; }
}
`,
  )
  return start(programPath('nginx'), ['-c', file, '-e', join(folder, 'error.log')], port)
}

/** Starts Apache httpd over an export. */
export async function startApache(rules: string, app: string): Promise<WebServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'apache-')), await freePort()]
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
  return start(programPath('apache2'), ['-d', folder, '-f', file, '-D', 'FOREGROUND'], port)
}
