import type { Plugin } from 'vite'

/**
 * Escapes the characters beyond Latin-1 in the server's bundles: with one of them V8 keeps the
 * whole source in memory with two bytes per character.
 */
export const oneByteSource = (environments: readonly string[]): Plugin => ({
  name: 'one-byte-source',
  apply: 'build',
  applyToEnvironment: ({ name }) => environments.includes(name),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = escapeBeyondLatin1(file.code)
    },
  },
})

export const escapeBeyondLatin1 = (code: string): string =>
  code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
