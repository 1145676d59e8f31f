import {
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

export type Certificate = { name: string; key: string; cert: string }
export type CertificateWish = {
  /** a host name or an IPv4 address: the only one that the certificate is for */
  name: string
  /** signs it; without one the certificate signs itself */
  by?: Certificate
  /** may it sign others? */
  isAuthority?: boolean
  /** its key is RSA, as Amazon's; then `by` signs it */
  rsa?: boolean
  from?: Date
  until?: Date
}

const dayMs = 86_400_000

/**
 * A certificate as PEM, made while a test runs: none lies in the repository, where it would expire.
 */
export function makeCertificate({
  name,
  by,
  isAuthority = false,
  rsa = false,
  from = new Date(Date.now() - dayMs),
  until = new Date(Date.now() + dayMs),
}: CertificateWish): Certificate {
  const { publicKey, privateKey } = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer: KeyObject = by ? createPrivateKey(by.key) : privateKey
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(by?.name ?? name),
    sequence(time(from), time(until)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension('551d13', sequence(...(isAuthority ? [trueValue] : []))),
        extension('551d11', sequence(alternativeName(name))),
      ),
    ),
  )
  const der = sequence(
    body,
    ecdsaWithSha256,
    tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)])),
  )
  return {
    name,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem(der),
  }
}

// DER (X.690), as far as a certificate (RFC 5280) needs it.

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (value: Buffer) => tagged(0x02, value)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const trueValue = tagged(0x01, Buffer.from([0xff]))
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const distinguishedName = (name: string) =>
  sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))))
const extension = (id: string, value: Buffer) => sequence(objectId(id), tagged(0x04, value))
const time = (date: Date) =>
  tagged(0x18, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')))
const alternativeName = (name: string) =>
  /^[\d.]+$/.test(name)
    ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
    : tagged(0x82, Buffer.from(name))

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`
