import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { dashboardStates } from '../src/dashboard/states/list.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { screenHeaders } from '#server/http/headers.ts'

/** Serves each of `dashboardStates` at `/` + its name, as the built server renders it. */
export async function serveDashboardStates(
  dist: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const bundles = await builtBundles(dist)
  const { renderDashboard } = await bundles.dashboard()
  const policy = screenHeaders(bundles.hashes)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const state = dashboardStates.find(({ name }) => `/${name}` === path)
    if (state) {
      const html = await bundles.fill('dashboard', renderDashboard(state.view, state.frame), path)
      return response
        .writeHead(200, { ...policy, 'content-type': 'text/html; charset=utf-8' })
        .end(html)
    }
    const asset = /^\/(?:assets\/)?[\w-]+\.[\w.]+$/.test(path)
      ? await readFile(join(dist, 'client', path)).catch(() => null)
      : null
    if (!asset) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': typeOf(path) }).end(asset)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

const typeOf = (path: string) =>
  path.endsWith('.css') ? 'text/css' : path.endsWith('.svg') ? 'image/svg+xml' : 'font/woff2'
