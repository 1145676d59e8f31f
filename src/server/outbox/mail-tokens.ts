import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/config/secrets.ts'

export type MailTokens = ReturnType<typeof openMailTokens>

/** The name of the token in the metadata of a mail, and the header where there is no metadata. */
export const tokenKey = 'ascend'
export const tokenHeader = 'X-Ascend-Mail'

const idBytes = 16

/** The tokens of a mail. Neither opens the other: each purpose has a key and a length of its own. */
export function openMailTokens(secrets: Secrets) {
  return {
    /**
     * BACK-1: comes back in reports about the mail. 42 characters, with an HMAC of 80 bits, that fit
     * into the local part of an envelope sender.
     */
    ...openTokens(secrets, { purpose: 'mail-token', macBytes: 10 }),
    /**
     * MAIL-4: takes the mail's reader off the list. 37 characters, with an HMAC of 56 bits, because
     * `leave-` stands before it and a local part has 64 octets.
     */
    leave: openTokens(secrets, { purpose: 'leave-token', macBytes: 7 }),
  }
}

/**
 * A token contains the id of the mail's row and its HMAC, so that nobody can make one and nothing
 * has to be stored. It is made with the newest secret and opens with any of them. Mail servers
 * change the case of addresses, so case does not matter.
 */
function openTokens(
  secrets: Secrets,
  { purpose, macBytes }: { purpose: string; macBytes: number },
) {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest())
  const macOf = (key: Buffer, id: Buffer) =>
    createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
  return {
    /** `mailId`: a UUID, as in `outbox.id`. */
    tokenOf(mailId: string): string {
      const id = Buffer.from(mailId.replaceAll('-', ''), 'hex')
      return toBase32(Buffer.concat([id, macOf(keys[0]!, id)]))
    },
    /** The id of the mail; null if the token is not ours. */
    mailIdOf(token: string): string | null {
      const bytes = fromBase32(token.toLowerCase())
      if (bytes?.length !== idBytes + macBytes) return null
      const [id, mac] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)]
      return keys.some((key) => timingSafeEqual(mac, macOf(key, id))) ? uuidOf(id) : null
    },
  }
}

/** RFC 4648, section 6, in lower case and without padding. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{1,5}/g, (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]!)
}

/** Null if a character is not of the alphabet, or if another text has the same bytes. */
function fromBase32(text: string): Buffer | null {
  if (!/^[a-z2-7]{1,100}$/.test(text)) return null
  const bits = text.replaceAll(/./g, (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  return toBase32(bytes) === text ? bytes : null
}

const uuidOf = (id: Buffer): string =>
  id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
