import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import type { Words } from '#campaign/compose.ts'
import { campaign as fuel } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { partId } from '../scripts/campaign-module.ts'

/** The build with another hero: `change` gets its source. Returns the folder to serve. */
export const buildWithHero = (change: (source: string) => string) =>
  buildWith('page/sections/hero.section.tsx', change)

/** `client`: what the browser loads. */
type Bundle = 'page' | 'mails' | 'dashboard' | 'client'

/** The build with one file of src/ changed. `bundles`: those in which it changes. */
export function buildWith(
  file: string,
  change: (source: string) => string,
  bundles: readonly Bundle[] = ['page'],
): Promise<string> {
  const source = readFileSync(join('src', file), 'utf8')
  if (change(source) === source) throw new Error(`The change does not apply to src/${file}.`)
  return build((code, id) => (id.endsWith(`src/${file}`) ? change(code) : null), bundles)
}

/** The build with another campaign, and with these words in the place of the shipped ones. */
export function buildWithCampaign(
  campaign: Campaign,
  bundles: readonly Bundle[] = ['page'],
  words: Partial<Words> = {},
): Promise<string> {
  const { quiz, consents } = campaign
  // Another quiz has its texts in one language.
  const ofQuiz = quiz === fuel.quiz ? {} : { firstResult: null }
  const parts = { ...words, campaign, quiz, consents, ...ofQuiz }
  const of = new Map(Object.entries(parts).map(([name, value]) => [partId(name), [name, value]]))
  return build((_, id) => {
    const part = of.get(id)
    return part ? `export const ${String(part[0])} = ${JSON.stringify(part[1])}` : null
  }, bundles)
}

async function build(
  transform: (code: string, id: string) => string | null,
  bundles: readonly Bundle[],
): Promise<string> {
  const dist = freshFolder()
  cpSync('dist/fuel', dist, { recursive: true })
  const environment = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    const builder = await createBuilder({
      logLevel: 'error',
      environments: Object.fromEntries(
        bundles.map((name) => [
          name,
          {
            build: { outDir: join(dist, name === 'client' ? name : 'server'), emptyOutDir: false },
          },
        ]),
      ),
      plugins: [
        {
          name: 'another-file',
          enforce: 'pre',
          transform,
        },
      ],
    })
    for (const name of bundles) await builder.build(builder.environments[name]!)
  } finally {
    process.env['NODE_ENV'] = environment
  }
  return dist
}
