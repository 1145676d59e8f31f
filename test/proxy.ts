import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from './after-file.ts'

/**
 * What a network does to what passes. `half`: of each piece the first half alone arrives, and then
 * nothing more.
 */
export type Weather = 'clear' | 'silent' | 'half' | { delayMs: number }
export type Way = 'up' | 'down'

/**
 * A network between a program and the server at `url`, in the test's hands. `up` goes to the
 * server, `down` comes from it; both may change while it runs. `watch` sees each piece before it
 * passes, and cuts the connection, before or after this piece, where it says so.
 */
export async function openProxy(url: string) {
  let target = new URL(url)
  const open = new Set<Socket>()
  const proxy = {
    url: '',
    up: 'clear' as Weather,
    down: 'clear' as Weather,
    refuses: false,
    watch: (_piece: Buffer, _way: Way): 'pass' | 'cut before' | 'cut after' => 'pass',
    /**
     * Where connections lead that are made from now on, as after a change of the DNS; those that
     * stand go on to where they went.
     */
    leadTo(url: string) {
      target = new URL(url)
    },
    /**
     * Of the connections that stand nothing arrives any more, and nothing says so; new ones are as
     * ever.
     */
    loseOpen() {
      for (const socket of open) socket.removeAllListeners('data').resume()
    },
    /** Every connection breaks now. */
    cut() {
      for (const socket of open) socket.destroy()
    },
    /** As it was before any of it. Connections that lost something are cut. */
    clear() {
      Object.assign(proxy, { up: 'clear', down: 'clear', refuses: false, watch: () => 'pass' })
      proxy.cut()
    },
  }

  const server = createServer((client) => {
    if (proxy.refuses) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to, way] of [
      [client, upstream, 'up'],
      [upstream, client, 'down'],
    ] as const) {
      open.add(from)
      from.setNoDelay(true)
      from
        .on('error', () => {})
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      pass(from, to, way)
    }
  })

  function pass(from: Socket, to: Socket, way: Way) {
    let before: Promise<void> = Promise.resolve()
    let halved = false
    from.on('data', (piece: Buffer) => {
      const weather = proxy[way]
      if (weather === 'silent' || halved) return
      halved = weather === 'half'
      const part = halved ? piece.subarray(0, Math.ceil(piece.length / 2)) : piece
      before = later(before, weather, () => {
        if (!to.destroyed) bring(part, from, to, way)
      })
    })
  }

  function bring(piece: Buffer, from: Socket, to: Socket, way: Way) {
    const verdict = proxy.watch(piece, way)
    if (verdict === 'cut before') from.destroy()
    else
      to.write(piece, () => {
        if (verdict === 'cut after') from.destroy()
      })
  }

  async function later(before: Promise<void>, weather: Weather, then: () => void) {
    await before
    if (typeof weather === 'object') await sleep(weather.delayMs)
    then()
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterFile(() => {
    server.close()
    proxy.cut()
  })
  proxy.url = url.replace(target.host, `127.0.0.1:${(server.address() as AddressInfo).port}`)
  return proxy
}
