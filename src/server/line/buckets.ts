/** Keys in a bucket of each level of `line_counts`. */
export const bucketKeys = { 1: 128, 2: 16_384 } as const
