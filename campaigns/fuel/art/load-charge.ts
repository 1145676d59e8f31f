export const charge = async () => (await import('./charge.ts')).charge
