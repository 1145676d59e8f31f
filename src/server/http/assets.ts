import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, sendBody, type Body } from './bodies.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
/** Files that the server reads for itself, never sent as they are. */
const own = new Set([
  '/index.html',
  '/plain.html',
  '/quiz.html',
  '/dashboard.html',
  '/unexpected.html',
  '/csp.json',
])

export type Assets = ReadonlyMap<string, Body>

/** Every built file in memory, with the compressed copies that the build wrote beside it. */
export async function readAssets(folder: string): Promise<Assets> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(files)
  const assets = new Map<string, Body>()
  for (const path of files) {
    const type = types[extname(path)]
    if (!type || own.has(path)) continue
    const read = (suffix: string) =>
      all.has(path + suffix) ? readFile(join(folder, path + suffix)) : undefined
    assets.set(
      path,
      bodyOf(type, {
        identity: await readFile(join(folder, path)),
        br: await read('.br'),
        gzip: await read('.gz'),
      }),
    )
  }
  return assets
}

/** A file embeds nothing and asks for no permission; a worker has its own policy, for the scripts that it imports. The bytes are those of each file of the first view. */
const policy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/** Names below /assets/ carry a hash of their content, so that they are kept for good. */
export const sendAsset =
  (path: string, asset: Body) => (request: FastifyRequest, reply: FastifyReply) =>
    sendBody(
      request,
      reply.removeHeader('permissions-policy').header('content-security-policy', policy),
      asset,
      path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    )
