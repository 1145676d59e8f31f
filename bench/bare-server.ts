import { createServer, request } from 'node:http'
import { httpLimits } from '#server/http/http-limits.ts'

/**
 * node:http and nothing else: one body, its headers and the requests of a connection, copied from
 * the server that it is compared with.
 */
request(process.env['COPY_FROM']!, { headers: { 'accept-encoding': 'br' } }, (answer) => {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => {
    const {
      date: _date,
      connection: _connection,
      'keep-alive': _keepAlive,
      ...headers
    } = answer.headers
    const body = Buffer.concat(chunks)
    createServer({ keepAliveTimeout: 5_000 }, (_request, response) => {
      response.writeHead(200, headers).end(body)
    }).listen(Number(process.env['PORT']), '127.0.0.1').maxRequestsPerSocket =
      httpLimits.maxRequestsPerSocket
  })
}).end()
process.on('SIGTERM', () => process.exit(0))
