import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { minuteMs } from '#contract/time.ts'
import { notConnected } from './send-error.ts'

/** How long (ms) this program waits for each step of an SMTP session. */
export type SmtpLimits = {
  /** finding the address of the host, and connecting to it */
  connect: number
  greeting: number
  /** the answer to MAIL, RCPT and every command that is not named here */
  command: number
  data: number
  /** between two blocks of the message that the mail server takes */
  block: number
  /** the answer after the final dot: a limit that is too short sends a mail twice */
  finalDot: number
}

const secondMs = 1_000

/** The times of RFC 5321, 4.5.3.2. */
export const smtpLimits: SmtpLimits = {
  connect: 10 * secondMs,
  greeting: 5 * minuteMs,
  command: 5 * minuteMs,
  data: 2 * minuteMs,
  block: 3 * minuteMs,
  finalDot: 10 * minuteMs,
}

/**
 * The limits as nodemailer's options. It has one limit for every answer, and one for connecting
 * and greeting together: both are the outer bounds here, and `connectTimed` keeps the others.
 */
export const outerLimits = ({ connect, greeting, finalDot }: SmtpLimits) => ({
  connectionTimeout: connect + greeting,
  greetingTimeout: greeting,
  socketTimeout: finalDot,
})

/** nodemailer's options of one connection. */
type TimedConnection = {
  connection: Socket
  transactionLog: true
  logger: Pick<Console, 'debug' | 'info' | 'warn' | 'error'>
}

/**
 * Opens a connection that breaks when a step of its session takes too long. nodemailer reports each
 * command and each answer to the connection's logger. With PIPELINING several commands wait at
 * once, and their answers come in the same order. `heard` gets each answer. Throws an error as
 * nodemailer would (send-error.ts).
 */
export async function connectTimed(
  to: { host: string; port: number },
  limits: SmtpLimits,
  heard: (answer: string) => void,
): Promise<TimedConnection> {
  const socket = connect({ ...to, autoSelectFamilyAttemptTimeout: secondMs })
  const waits = openWaits(socket)
  waits.begin('accept the connection', limits.connect)
  await once(socket, 'connect').catch((error: unknown) => {
    throw notConnected(error)
  })
  waits.end()
  // nodemailer hears it too, also through a TLS socket over this one.
  socket.on('error', () => {})
  const note = ({ tnx }: { tnx?: string }, line: string) => {
    if (tnx === 'client') waits.begin(`answer ${verbOf(line)}`, limitOf(line, limits))
    else if (tnx === 'message') waits.begin('answer after the message', limits.finalDot)
    else if (tnx === 'server') {
      heard(line)
      waits.end()
    }
  }
  const ignore = () => {}
  return {
    connection: socket,
    transactionLog: true,
    logger: { debug: note, info: note, warn: ignore, error: ignore },
  }
}

/** The answers that the socket waits for, in their order. */
function openWaits(socket: Socket) {
  const waits: { what: string; ms: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const restart = () => {
    clearTimeout(timer)
    const [first] = waits
    if (first) timer = setTimeout(() => socket.destroy(tooLong(first)), first.ms)
  }
  socket.once('close', () => clearTimeout(timer))
  return {
    begin(what: string, ms: number) {
      waits.push({ what, ms })
      if (waits.length === 1) restart()
    },
    end() {
      waits.shift()
      restart()
    },
  }
}

const tooLong = ({ what, ms }: { what: string; ms: number }) =>
  new Error(`the mail server did not ${what} within ${spanOf(ms)}`)

const spanOf = (ms: number) =>
  ms % minuteMs === 0 ? `${ms / minuteMs} minutes` : `${ms / secondMs} seconds`

const verbOf = (line: string) => /^[A-Z]+/.exec(line)?.[0] ?? 'the login'
const limitOf = (line: string, { command, data }: SmtpLimits) => (line === 'DATA' ? data : command)

/**
 * Destroys a message whose next block the mail server does not take in time. It begins with the
 * answer to DATA, when nodemailer starts to read.
 */
export function limitBlocks(message: Readable, { block }: SmtpLimits): void {
  message.once('resume', () => {
    const timer = setTimeout(
      () => message.destroy(tooLong({ what: 'take the message', ms: block })),
      block,
    )
    message.on('data', () => timer.refresh()).once('close', () => clearTimeout(timer))
  })
}
