/** The environment in which Node does not compile the same files again: half of what a start computes. */
export const compileCache = { NODE_COMPILE_CACHE: '.cache/compile' }
