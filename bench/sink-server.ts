import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Arrived } from './sink.ts'

/**
 * A mail server on a bare socket that takes everything and counts it, so that it costs as little as
 * it can. Started by sink.ts.
 */
const addresses = new Set<string>()
let mails = 0
let firstAt = 0

const server = createServer(converse)
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const arrived: Arrived = { mails, addresses: addresses.size, firstAt, cpuMicros: user + system }
  process.send!(arrived)
})
process.once('disconnect', () => process.exit(0))

function converse(socket: Socket) {
  let heard = ''
  let inText = false
  let to = ''
  socket
    .on('error', () => {})
    .setNoDelay(true)
    .write('220 ready\r\n')
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    for (let end = endIn(); end >= 0; end = endIn()) {
      const line = heard.slice(0, end)
      heard = heard.slice(end + (inText ? 5 : 2))
      socket.write(answer(line))
    }
  })

  const endIn = () => heard.indexOf(inText ? '\r\n.\r\n' : '\r\n')

  function answer(line: string): string {
    if (inText) {
      inText = false
      mails++
      addresses.add(to)
      return '250 taken\r\n'
    }
    if (line.startsWith('MAIL')) firstAt ||= Date.now()
    if (line.startsWith('RCPT')) to = line
    inText = line === 'DATA'
    return inText ? '354 go on\r\n' : '250 ok\r\n'
  }
}
