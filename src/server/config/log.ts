import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

/**
 * JSON lines, or human-readable ones on a terminal. Addresses and link tokens are masked in the
 * finished line, so that no caller, library or error message can log one.
 */
export function openLog(out: DestinationStream & { isTTY?: boolean } = process.stdout): Logger {
  const sink = out.isTTY
    ? pretty({
        destination: out as NodeJS.WritableStream,
        colorize: true,
        ignore: 'pid,hostname,reqId',
      })
    : out
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => sink.write(mask(line)) },
  )
}

const address = /([\w.!#$%&'*+/=?^`{|}~-]+)(?:@|%40)((?:[\w-]+\.)+[\w-]+)/gi
const linkToken = /(\/(?:confirm|unsubscribe|me|spot|tell-once|dashboard\/sign-in)\/)[\w-]{8,}/g
const sealed = /([?&](?:to|token|form_token)=)[^\s"&\\]+/g

/** `sanne@example.com` becomes `sa***@example.com`; tokens in paths and queries become `***`. */
export const mask = (text: string): string =>
  text
    .replace(
      address,
      (_, local: string, host: string) => `${local.length > 4 ? local.slice(0, 2) : ''}***@${host}`,
    )
    .replace(linkToken, '$1***')
    .replace(sealed, '$1***')

/**
 * What a mail server said, for the store: on one line, masked, at most 300 characters, without
 * controls (Postgres refuses NUL). More is not masked: that takes quadratic time.
 */
export const maskedLine = (text: string): string =>
  mask(text.slice(0, 2_000))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
