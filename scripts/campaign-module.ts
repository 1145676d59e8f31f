import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { CampaignData } from '#campaign/compose.ts'
import { fileOf } from '#campaign/read-data.js'
import { prefixOf } from '#contract/campaign/languages.ts'
import { groupSignOf } from '#contract/numbers.ts'

const inLanguages = resolve(import.meta.dirname, '../src/campaign/in-languages.ts')
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
 * The module `#campaign` of a bundle: the data of the campaign in one language as literals, of which
 * the bundle has those it uses. In development it reads the files of the campaign, so that a change is
 * shown at once. The first language has no `language`.
 */
export function campaignModule(name: string, language?: string): Plugin {
  let building = false
  const data = (tag = language) =>
    JSON.parse(readFileSync(fileOf(name, tag), 'utf8')) as CampaignData
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
      if (id === inLanguages) return moduleOf(all(data))
      return id.startsWith(part)
        ? moduleOf(partOf(id.slice(part.length, -'.ts'.length), data()))
        : undefined
    },
  }
}

const all = (data: (tag?: string) => CampaignData): string => {
  const [first, ...others] = data(undefined).campaign.languages
  const of = (tag?: string) => {
    const { campaign, words } = data(tag)
    return { campaign, words }
  }
  const each = [[first, of()], ...others.map((tag) => [tag, of(tag)])]
  return `export const inLanguages = ${JSON.stringify(Object.fromEntries(each))}`
}

const ofCampaign = ['consents', 'language', 'languages', 'quiz'] as const
/** What the build finds beside the words of a campaign. */
const beside = ['theme', 'hasCards', 'firstResult', 'prefix', 'groupSign'] as const
const isBeside = (name: string): name is (typeof beside)[number] =>
  beside.some((one) => one === name)
const isOfCampaign = (name: string): name is (typeof ofCampaign)[number] =>
  ofCampaign.some((one) => one === name)

function besideOf(name: (typeof beside)[number], data: CampaignData) {
  if (name === 'prefix') return prefixOf(data.campaign)
  return name === 'groupSign' ? groupSignOf(data.campaign.language) : data[name]
}

const parts = ({ words }: CampaignData): string =>
  [...Object.keys(words), ...ofCampaign, 'words', 'campaign', ...beside]
    .map((name) => `export { ${name} } from '${partId(name)}'`)
    .join('\n')

function partOf(name: string, data: CampaignData): string {
  const { campaign, words } = data
  if (name === 'words') return together(name, Object.keys(words))
  if (name === 'campaign') {
    const rest = Object.entries(campaign).filter(([key]) => !isOfCampaign(key))
    return together(name, ofCampaign, Object.fromEntries(rest))
  }
  const value = isOfCampaign(name)
    ? campaign[name]
    : isBeside(name)
      ? besideOf(name, data)
      : words[name as keyof typeof words]
  return `export const ${name} = ${JSON.stringify(value)}`
}

const together = (name: string, names: readonly string[], rest = {}): string =>
  [
    ...names.map((one) => `import { ${one} } from '${partId(one)}'`),
    `export const ${name} = { ...${JSON.stringify(rest)}, ${names.join(', ')} }`,
  ].join('\n')

const fromFiles = (name: string, data: CampaignData): string =>
  [
    `import * as own from '${folder}/${name}/index.ts'`,
    `import { bases } from '${folder}/base/languages.ts'`,
    `import { composeCampaign } from '${compose}'`,
    `export const { campaign, words } = composeCampaign('${name}', own, bases['${data.campaign.language}'], '${data.campaign.language}')`,
    `export const { ${ofCampaign.join(', ')} } = campaign`,
    `export const { ${Object.keys(data.words).join(', ')} } = words`,
    ...beside.map((one) => `export const ${one} = ${JSON.stringify(besideOf(one, data))}`),
  ].join('\n')
