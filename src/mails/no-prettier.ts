/** Replaces Prettier, which react-email imports for its option `pretty`. */
export const format = (): never => {
  throw new Error('mails are rendered as they are, not prettified')
}
