import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

type Kept = { headers: IncomingHttpHeaders; asked: IncomingHttpHeaders; body: Buffer; at: number }

/**
 * A proxy before the server at `url` that keeps each answer that Cache-Control lets a shared cache
 * keep, by URL and the headers that Vary names. It sends a kept one while that is fresh (max-age),
 * and asks whether it is still right afterwards. `now` is its clock in ms; `fromCache` lists the
 * paths that it answered without asking.
 */
export async function openCachingProxy(url: string, now: () => number) {
  const kept = new Map<string, Kept[]>()
  const fromCache: string[] = []
  const target = new URL(url)

  const server = createServer((from, to) => {
    const path = from.url!
    const known = from.method === 'GET' ? fitting(kept.get(path) ?? [], from.headers) : undefined
    if (known && now() - known.at < freshMsOf(known.headers)) {
      fromCache.push(path)
      return to.writeHead(200, known.headers).end(known.body)
    }
    const etag = known?.headers.etag
    const asked = request(
      {
        port: target.port,
        path,
        method: from.method,
        headers: { ...from.headers, ...(etag ? { 'if-none-match': etag } : {}) },
      },
      (answer) => {
        if (known && answer.statusCode === 304)
          return answer.resume() && to.writeHead(200, known.headers).end(known.body)
        to.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(to)
        if (from.method === 'GET' && answer.statusCode === 200 && mayKeep(answer.headers))
          void keep(path, from.headers, answer)
      },
    )
    asked.on('error', () => to.destroy())
    to.on('close', () => asked.destroy())
    from.pipe(asked)
  })

  async function keep(path: string, asked: IncomingHttpHeaders, answer: IncomingMessage) {
    const { headers } = answer
    const body = Buffer.concat(await answer.toArray().catch(() => []))
    if (!answer.complete) return
    const others = (kept.get(path) ?? []).filter((one) => !fits(one, asked))
    kept.set(path, [...others, { headers, asked, body, at: now() }])
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, fromCache }
}

const directives = ({ 'cache-control': text = '' }: IncomingHttpHeaders) =>
  new Map(text.split(/\s*,\s*/).map((one) => one.split('=', 2) as [string, string | undefined]))

function mayKeep(headers: IncomingHttpHeaders): boolean {
  const control = directives(headers)
  return !control.has('no-store') && !control.has('private') && headers.vary !== '*'
}

function freshMsOf(headers: IncomingHttpHeaders): number {
  const control = directives(headers)
  if (control.has('no-cache')) return 0
  return Number(control.get('s-maxage') ?? control.get('max-age') ?? 0) * 1_000
}

const fits = ({ headers, asked }: Kept, wanted: IncomingHttpHeaders): boolean =>
  (headers.vary ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .every((name) => asked[name] === wanted[name])

const fitting = (all: readonly Kept[], wanted: IncomingHttpHeaders) =>
  all.find((one) => fits(one, wanted))
