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
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
/** Pictures of letters and of the mails' plate (LETTER-1): webmail loads them into its own page. */
const pictures = new Set(['.png', '.jpg', '.jpeg', '.gif'])
/** Templates and settings that only the server reads. They are not served. */
const internal = new Set([
  '/index.html',
  '/scripted.html',
  '/plain.html',
  '/quiz.html',
  '/live-index.html',
  '/live-scripted.html',
  '/dashboard.html',
  '/unexpected.html',
  '/csp.json',
])

export type Assets = ReadonlyMap<string, Body>

/** Reads every built file into memory, with the compressed copies from the build. */
export async function readAssets(folder: string): Promise<Assets> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(files)
  const assets = new Map<string, Body>()
  for (const path of files) {
    const type = types[extname(path)]
    if (!type || internal.has(path)) continue
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
    if (isHashed(path)) removeTags(assets.get(path)!)
  }
  return assets
}

/** Such a name changes with its content, so no browser asks whether the file has changed. */
const isHashed = (path: string) => path.startsWith('/assets/')

function removeTags({ encoded }: Body) {
  for (const { headers } of Object.values(encoded)) delete headers['etag']
}

/** They hold for documents alone, and a file embeds nothing. */
const ofDocuments = ['permissions-policy', 'referrer-policy']
/** It is short because every file of the first view carries it. */
const policy = "default-src 'none'; frame-ancestors 'none'"
/** A worker uses the policy of its file for the scripts that it imports. */
const workerPolicy = `${policy}; script-src 'self'`
const isWorker = (path: string) => path.includes('.worker-')

/**
 * Names below /assets/ contain a hash of their content, so browsers may cache them for ever. Only
 * pictures may be shown by other sites.
 */
export const sendAsset =
  (path: string, asset: Body) => (request: FastifyRequest, reply: FastifyReply) => {
    for (const name of ofDocuments) reply.removeHeader(name)
    // Every HTTP/1.1 connection stays open unless it says otherwise (RFC 9112, 9.3).
    reply.raw.removeHeader('connection')
    reply.header('content-security-policy', isWorker(path) ? workerPolicy : policy)
    if (pictures.has(extname(path))) reply.header('cross-origin-resource-policy', 'cross-origin')
    const cacheControl = isHashed(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=86400'
    return sendBody(request, reply, asset, cacheControl)
  }
