import { verify } from 'node:crypto'
import { z } from 'zod'
import type { AwsFiles } from './sns-files.ts'

/** A message that SNS posts to an HTTPS endpoint ('Parsing message formats' of its documentation). */
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
export type SnsMessage = z.output<typeof snsMessage>

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The text that SNS signs: name and value of each field that the message has, a line each. */
export function signedText(message: SnsMessage): string {
  const fields = signedFields[message.Type === 'Notification' ? 'Notification' : 'other']
  return fields
    .filter((name) => message[name] != null)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
}

/** arn:aws:sns:REGION:ACCOUNT:NAME */
export const regionOf = ({ TopicArn }: SnsMessage): string => TopicArn.split(':')[3] ?? ''

/** Throws where the certificate cannot be fetched. Version 1 signs with SHA-1, version 2 with SHA-256. */
export async function isSignedBySns(message: SnsMessage, files: AwsFiles): Promise<boolean> {
  const key = await files.certificateKey(message.SigningCertURL, regionOf(message))
  if (!key) return false
  const hash = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = Buffer.from(message.Signature, 'base64')
  return verify(hash, Buffer.from(signedText(message)), key, signature)
}
