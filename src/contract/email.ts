const loose = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * FORM-2: the page's rule for an address. The server's grammar (server/signup/address.ts) is
 * stricter.
 */
export const isEmail = (typed: string): boolean => loose.test(typed.trim())

/** FORM-6: the part before the at sign. CALL-1 has a field for it; the server stores no name. */
export const firstNameOf = (email: string): string => email.trim().split('@')[0] ?? ''
