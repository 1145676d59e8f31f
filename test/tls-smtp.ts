import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.ts'
import type { Certificate } from './certificates.ts'

export type TlsServer = {
  certificate?: Certificate
  /**
   * `tls`: from the first byte; `starttls`: after STARTTLS; `stripped`: somebody on the way takes
   * STARTTLS out; `none`: it has no TLS
   */
  speaks: 'tls' | 'starttls' | 'stripped' | 'none'
  /** false: it offers no login */
  hasLogin?: boolean
  /** what it answers to STARTTLS, which it offers */
  startTls?: string
}

export const user = 'fuel'
export const password = 'a secret of the operator'

/**
 * A mail server that wants a login, and what somebody on the way sees of it. `localhost` is the
 * name by which it is reached.
 */
export async function openTlsServer({ certificate, speaks, hasLogin = true, startTls }: TlsServer) {
  const seen = { received: 0, logins: 0, wire: '' }
  const server = new SMTPServer({
    secure: speaks === 'tls',
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    authOptional: !hasLogin,
    disabledCommands: [...(hasLogin ? [] : ['AUTH']), ...(speaks === 'none' ? ['STARTTLS'] : [])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onAuth({ username, password: given }, _session, done) {
      seen.logins++
      done(username === user && given === password ? null : new Error('wrong password'), {
        user: username,
      })
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        seen.received++
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const tapped = await tap(
    (server.server.address() as AddressInfo).port,
    { strips: speaks === 'stripped', startTls },
    (bytes) => {
      seen.wire += bytes
    },
  )
  afterFile(() => server.close())
  return {
    seen,
    port: tapped,
    url: `${speaks === 'tls' ? 'smtps' : 'smtp'}://${user}:${encodeURIComponent(password)}@localhost:${tapped}`,
  }
}

/**
 * Passes bytes on and shows those of the client; where it strips, no STARTTLS comes through in
 * either direction. `startTls` is answered in place of the server.
 */
async function tap(
  port: number,
  { strips, startTls }: { strips: boolean; startTls?: string },
  show: (bytes: string) => void,
): Promise<number> {
  const tapping = createServer((client: Socket) => {
    const server = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.on('data', (chunk: Buffer) => {
        if (from === client) show(chunk.toString('latin1'))
        if (startTls !== undefined && chunk.toString('latin1') === 'STARTTLS\r\n')
          return void client.write(`${startTls}\r\n`)
        to.write(strips ? chunk.toString('latin1').replace('STARTTLS', 'XXXXXXXX') : chunk)
      })
    }
  })
  await new Promise<void>((listening) => tapping.listen(0, '127.0.0.1', listening))
  afterFile(() => tapping.close())
  return (tapping.address() as AddressInfo).port
}
