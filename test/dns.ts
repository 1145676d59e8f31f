import { createServer, Packet } from 'dns2'
import { createSocket } from 'node:dgram'
import { afterFile } from './after-file.ts'

/**
 * The records of a test: `TXT fuel.example` is a list of texts, `MX …` of hosts, `A …` and `AAAA …`
 * of addresses, `PTR …` of names. They may change while the server runs.
 */
export type Records = Record<string, readonly string[]>

/** A name server for these records; returns its address. Other names do not exist. */
export async function openDnsServer(records: Records): Promise<string> {
  const server = createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const { name, type } = request.questions[0]!
      const typeName = Object.keys(Packet.TYPE).find(
        (key) => Packet.TYPE[key as keyof typeof Packet.TYPE] === type,
      )
      const values = records[`${typeName} ${name.toLowerCase()}`]
      if (values === undefined) response.header.rcode = 3
      for (const value of values ?? [])
        response.answers.push({
          name,
          type,
          class: Packet.CLASS.IN,
          ttl: 60,
          ...dataOf(typeName!, value),
        } as (typeof response.answers)[number])
      send(response)
    },
  })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  afterFile(() => server.close())
  const { udp } = server.addresses()
  return `127.0.0.1:${(udp as { port: number }).port}`
}

function dataOf(type: string, value: string): Record<string, unknown> {
  if (type === 'TXT') return { data: value.match(/.{1,255}/g) ?? [''] }
  if (type === 'MX') return { exchange: value, priority: 10 }
  if (type === 'PTR') return { domain: value }
  return { address: value }
}

/** The address of a name server that never answers. */
export async function silentDnsServer(): Promise<string> {
  const socket = createSocket('udp4')
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  afterFile(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}
