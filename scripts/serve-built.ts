import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAssets } from '#server/http/bodies.ts'
import { clientFolders } from '#server/http/bundles.ts'

export type ServedPages = { url: string; close(): Promise<void> }

/**
 * Serves pages for pictures and tests, with the files of the build in `dist`. `htmlAt` returns the
 * page of a path, undefined where there is none.
 */
export async function serveBuilt(
  dist: string,
  htmlAt: (path: string) => Promise<string> | undefined,
  headers: OutgoingHttpHeaders = {},
): Promise<ServedPages> {
  const assets = await readAssets(clientFolders(dist))
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const html = await htmlAt(path)
    if (html !== undefined)
      return response
        .writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
        .end(html)
    const asset = assets.get(path)?.encoded.identity
    if (!asset) return response.writeHead(404).end()
    response.writeHead(200, asset.headers).end(asset.bytes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
