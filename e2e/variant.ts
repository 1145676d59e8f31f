import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { freshFolder } from '#test/fresh-store.ts'

/** The build with another hero: `change` gets its source. Returns the folder to serve. */
export const buildWithHero = (change: (source: string) => string) =>
  buildWith('page/sections/hero.section.tsx', change)

/** The build with one file of src/ changed. `bundles`: those in which it changes. */
export async function buildWith(
  file: string,
  change: (source: string) => string,
  bundles: readonly ('page' | 'mails' | 'dashboard')[] = ['page'],
): Promise<string> {
  const source = readFileSync(join('src', file), 'utf8')
  if (change(source) === source) throw new Error(`The change does not apply to src/${file}.`)
  const dist = freshFolder()
  cpSync('dist', dist, { recursive: true })
  const environment = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    const builder = await createBuilder({
      logLevel: 'error',
      environments: Object.fromEntries(
        bundles.map((name) => [name, { build: { outDir: join(dist, 'server') } }]),
      ),
      plugins: [
        {
          name: 'another-file',
          enforce: 'pre',
          transform: (code, id) => (id.endsWith(`src/${file}`) ? change(code) : null),
        },
      ],
    })
    for (const name of bundles) await builder.build(builder.environments[name]!)
  } finally {
    process.env['NODE_ENV'] = environment
  }
  return dist
}
