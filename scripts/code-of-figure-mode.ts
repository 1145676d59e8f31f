import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const page = (path: string) => resolve(import.meta.dirname, '../src/page', path)

/** The stubs that replace modules which the figures of a build do not need. */
const replacements: Record<string, ReadonlyMap<string, string>> = {
  client: new Map([[page('live/start-live.ts'), page('live/not-live.ts')]]),
  liveClient: new Map(
    [
      'countdown.island.tsx',
      'strip.island.tsx',
      'urgency.tsx',
      'use-counter.ts',
      'waiting.island.tsx',
    ].map((file) => [page(`urgency/${file}`), page('urgency/not-simulated.ts')]),
  ),
}

/** LIVE-2: code for live and for simulated figures is loaded in its mode only (decision 061). */
export const codeOfFigureMode = (): Plugin => ({
  name: 'code-of-figure-mode',
  apply: 'build',
  applyToEnvironment: ({ name }) => name in replacements,
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return (found && replacements[this.environment.name]?.get(found.id)) ?? found
    },
  },
})
