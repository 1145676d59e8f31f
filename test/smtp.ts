import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.ts'

export type ReceivedMail = { from: string; to: string[]; raw: string }

/** Answers given in place of a yes, e.g. `550 5.1.1 no such user`. */
export type Refusals = {
  greeting?: string
  login?: string
  sender?: string
  recipient?: (address: string) => string | undefined
  message?: string | ((address: string) => string | undefined)
}

/**
 * A real mail server that keeps what it is given, and says no where it is told to. `refuse` may
 * change while it runs, and what it waits for once it has a mail's text.
 */
export async function openMailServer(refuse: Refusals = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    hideENHANCEDSTATUSCODES: true,
    hideSTARTTLS: true,
    hideSMTPUTF8: true,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onConnect: (_session, done) => done(answer(mailServer.refuse.greeting)),
    onAuth: (auth, _session, done) =>
      mailServer.refuse.login
        ? done(answer(mailServer.refuse.login))
        : done(null, { user: auth.username }),
    onMailFrom: (_address, _session, done) => done(answer(mailServer.refuse.sender)),
    onRcptTo: ({ address }, _session, done) => done(answer(mailServer.refuse.recipient?.(address))),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await mailServer.beforeAnswer()
        const { message } = mailServer.refuse
        const to = envelope.rcptTo[0]?.address ?? ''
        const refusal = answer(typeof message === 'function' ? message(to) : message)
        if (!refusal)
          received.push({
            from: (envelope.mailFrom || { address: '' }).address,
            to: envelope.rcptTo.map(({ address }) => inAscii(address)),
            raw: Buffer.concat(chunks).toString(),
          })
        done(refusal)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterFile(() => new Promise<void>((closed) => server.close(() => closed())))
  const mailServer = {
    received,
    refuse,
    url: urlOf(server.server),
    beforeAnswer: async (): Promise<void> => {},
  }
  return mailServer
}

function answer(line: string | undefined): Error | null {
  return line === undefined
    ? null
    : Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) })
}

/**
 * What a server says at a moment; `silence`, `hang up` and `stall` (it reads no further) are what
 * rude ones do.
 */
type Moment = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'text' | 'dot'
/** `slowByMs`: of every answer, or of those at some moments. */
export type Manners = Partial<Record<Moment, string>> & {
  slowByMs?: number | Partial<Record<Moment, number>>
}

const polite: Record<Moment, string> = {
  greeting: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  text: '',
  dot: '250 taken',
}

/**
 * A mail server on a bare socket, for what no library would do. `manners` may change while it runs.
 */
export async function openRudeServer(manners: Manners) {
  const sockets: Socket[] = []
  const rude = {
    manners,
    url: '',
    taken: [] as string[],
    /** the lines with which each mail's sender and recipient were named */
    envelopes: [] as string[],
    sessions: 0,
    /** Says this to every client. */
    answerAll: (line: string) => sockets.forEach((socket) => socket.write(`${line}\r\n`)),
  }
  const server = createServer((socket) => {
    rude.sessions++
    sockets.push(socket)
    socket.on('error', () => {})
    converse(socket, rude)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterFile(async () => {
    server.close()
  })
  rude.url = urlOf(server)
  return rude
}

type Rude = { manners: Manners; taken: string[]; envelopes: string[] }

function converse(socket: Socket, rude: Rude) {
  let heard = ''
  let inText = false
  const say = (moment: Moment): boolean => {
    const line = rude.manners[moment] ?? polite[moment]
    if (line === 'hang up') socket.destroy()
    else if (line === 'stall') socket.pause()
    else if (line !== 'silence' && line !== '')
      setTimeout(
        () => {
          if (!socket.destroyed) socket.write(`${line}\r\n`)
        },
        lateness(rude.manners, moment),
      )
    return line === polite[moment]
  }
  say('greeting')
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    if (inText && !say('text')) return
    for (;;) {
      const end = heard.indexOf(inText ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = heard.slice(0, end)
      heard = heard.slice(end + (inText ? 5 : 2))
      if (inText) {
        inText = false
        rude.taken.push(line)
        say('dot')
      } else if (line.startsWith('QUIT')) return void socket.end('221 bye\r\n')
      else if (line.startsWith('RSET')) socket.write('250 ok\r\n')
      else {
        if (/^(?:MAIL|RCPT) /.test(line)) rude.envelopes.push(line)
        inText = say(line.slice(0, 4) as Moment) && line === 'DATA'
      }
    }
  })
}

const lateness = ({ slowByMs = 0 }: Manners, moment: Moment) =>
  typeof slowByMs === 'number' ? slowByMs : (slowByMs[moment] ?? 0)

/** The library shows the domain of an address in Unicode; senders write it in ASCII. */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + domainToASCII(address.slice(at))
}

/** The address of a port at which nobody listens. */
export async function deadMailServer(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = urlOf(server)
  await new Promise((closed) => server.close(closed))
  return url
}

const urlOf = (server: Pick<Server, 'address'>) =>
  `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
