/** A request and its answer as Node reads and writes them, over a connection that leads nowhere. */
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export interface Asked {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The parts that a client reads: the status, the fields and the body. */
export async function exchange(
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  { method = 'GET', url = '/', headers = {}, body = '' }: Asked = {},
): Promise<{ status: number; headers: Headers; body: string }> {
  const chunks: Buffer[] = []
  const connection = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  }) as Socket
  const req = Object.assign(new IncomingMessage(connection), { method, url, headers })
  req.push(body)
  req.push(null)
  req.complete = true
  const res = new ServerResponse(req)
  res.assignSocket(connection)
  const finished = once(res, 'finish')
  answer(req, res)
  await finished
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(fields.map((field) => field.split(': ', 2) as [string, string])),
    body: rest.join('\r\n\r\n'),
  }
}
