/** With it Node does not compile the same files again, which is half of what a start computes. */
export const compileCache = { NODE_COMPILE_CACHE: '.cache/compile' }
