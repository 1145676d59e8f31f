/** The shaders of the charge are a file of their own, loaded after the first interaction. */
export const charge = async () => (await import('./charge.ts')).charge
