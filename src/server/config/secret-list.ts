/** Newest first: new values are signed with the first, and each one can verify. */
export type Secrets = readonly [string, ...string[]]

export const minSecretLength = 32
export const isSecret = (text: string): boolean => text.length >= minSecretLength
export const areSecrets = (secrets: readonly string[]): secrets is Secrets =>
  secrets.length > 0 && secrets.every(isSecret)

/** Reads the text of a secret file or of SECRET_KEY. */
export const splitSecrets = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/).filter(Boolean)),
]
export const joinSecrets = (secrets: readonly string[]): string => secrets.join('\n')

/** True where `secrets` can verify everything that was made with `others`. */
export const coverAll = (secrets: readonly string[], others: readonly string[]): boolean =>
  others.every((other) => secrets.includes(other))
