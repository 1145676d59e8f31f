import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { CampaignData } from '#campaign/compose.ts'

const served = resolve(import.meta.dirname, '../src/campaign/served.ts')
const compose = resolve(import.meta.dirname, '../src/campaign/compose.ts')
const folder = resolve(import.meta.dirname, '../campaigns')
/**
 * A module for each name, so that a word lies in the file of the code that says it. `.ts` is what
 * vite.config.ts looks for.
 */
const part = '\0campaign:'
export const partId = (name: string): string => `${part}${name}.ts`

/**
 * The module `#campaign` of a bundle: the data of the campaign as literals, of which the bundle has
 * those it uses. In development it reads the files of the campaign, so that a change is shown at once.
 */
export function campaignModule(name: string, dataFile: string): Plugin {
  let building = false
  const data = () => JSON.parse(readFileSync(dataFile, 'utf8')) as CampaignData
  const moduleOf = (code: string) => ({ code, moduleType: 'js' as const, moduleSideEffects: false })
  return {
    name: 'campaign',
    enforce: 'pre',
    configResolved({ command }) {
      building = command === 'build'
    },
    resolveId: (id) => (id.startsWith(part) ? id : undefined),
    load(id) {
      if (id.split('?')[0] === served)
        return moduleOf(building ? parts(data()) : fromFiles(name, data()))
      return id.startsWith(part)
        ? moduleOf(partOf(id.slice(part.length, -'.ts'.length), data()))
        : undefined
    },
  }
}

const ofCampaign = ['consents', 'quiz'] as const
/** What the build finds beside the words of a campaign. */
const beside = ['theme', 'hasCards'] as const
const isBeside = (name: string): name is (typeof beside)[number] =>
  beside.some((one) => one === name)
const isOfCampaign = (name: string): name is (typeof ofCampaign)[number] =>
  ofCampaign.some((one) => one === name)

const parts = ({ words }: CampaignData): string =>
  [...Object.keys(words), ...ofCampaign, 'words', 'campaign', ...beside]
    .map((name) => `export { ${name} } from '${partId(name)}'`)
    .join('\n')

function partOf(name: string, data: CampaignData): string {
  const { campaign, words } = data
  if (name === 'words') return together(name, Object.keys(words))
  if (name === 'campaign') {
    const { consents: _, quiz: __, ...rest } = campaign
    return together(name, ofCampaign, rest)
  }
  const value = isOfCampaign(name)
    ? campaign[name]
    : isBeside(name)
      ? data[name]
      : words[name as keyof typeof words]
  return `export const ${name} = ${JSON.stringify(value)}`
}

const together = (name: string, names: readonly string[], rest = {}): string =>
  [
    ...names.map((one) => `import { ${one} } from '${partId(one)}'`),
    `export const ${name} = { ...${JSON.stringify(rest)}, ${names.join(', ')} }`,
  ].join('\n')

const fromFiles = (name: string, { words, ...data }: CampaignData): string =>
  [
    `import { campaign as own } from '${folder}/${name}/index.ts'`,
    `import { base } from '${folder}/base/en/index.ts'`,
    `import * as ofBase from '${folder}/base/words/index.ts'`,
    `import { composeCampaign } from '${compose}'`,
    `export const { campaign, words } = composeCampaign('${name}', own, { campaign: base, words: ofBase })`,
    `export const { ${ofCampaign.join(', ')} } = campaign`,
    `export const { ${Object.keys(words).join(', ')} } = words`,
    ...beside.map((one) => `export const ${one} = ${JSON.stringify(data[one])}`),
  ].join('\n')
