const loose = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** FORM-2: what the page accepts as typed. The server's grammar (server/signup/address.ts) is stricter. */
export const isEmail = (typed: string): boolean => loose.test(typed.trim())

/** FORM-6: the part before the at sign. */
export const firstNameOf = (email: string): string => email.trim().split('@')[0] ?? ''
