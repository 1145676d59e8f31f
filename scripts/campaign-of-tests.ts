import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const modules = ['*.ts', 'copy/*.ts']

/**
 * The tests read the words and figures of test/campaign. Returns the modules of src/campaign whose
 * exports differ from theirs: none in this project, some where another brand was put in.
 */
export async function changedCampaignFiles(tree = root): Promise<string[]> {
  const [shipped, tested] = [join(tree, 'src/campaign'), join(tree, 'test/campaign')]
  const files = new Set([shipped, tested].flatMap(campaignFiles))
  const changed: string[] = []
  for (const file of [...files].toSorted())
    if ((await exportsOf(join(shipped, file))) !== (await exportsOf(join(tested, file))))
      changed.push(file)
  return changed
}

/** Puts test/campaign in the place of src/campaign, whose tests stay. */
export function useCampaignOfTests(tree: string): void {
  for (const file of campaignFiles(join(tree, 'src/campaign')))
    rmSync(join(tree, 'src/campaign', file))
  cpSync(join(tree, 'test/campaign'), join(tree, 'src/campaign'), { recursive: true })
}

/**
 * Copies src/campaign to test/campaign, as `npm run docs` does after a change of a text. Another
 * brand is not copied: the tests keep theirs.
 */
export function updateCampaignOfTests(): void {
  const [shipped, tested] = [join(root, 'src/campaign'), join(root, 'test/campaign')]
  if (brandOf(shipped) !== brandOf(tested)) return
  rmSync(tested, { recursive: true, force: true })
  for (const file of campaignFiles(shipped)) cpSync(join(shipped, file), join(tested, file))
}

const campaignFiles = (folder: string): string[] =>
  globSync(modules, { cwd: folder, exclude: ['**/*.test.ts'] })

/** As text: a campaign of the tests that is out of date may not load. */
const brandOf = (folder: string): string | undefined =>
  /^ *brand: .*/m.exec(readFileSync(join(folder, 'campaign.ts'), 'utf8'))?.[0]

/** As JSON, with functions as their source; empty where the file is missing. */
async function exportsOf(path: string): Promise<string> {
  const module = await import(pathToFileURL(path).href).catch(() => ({}))
  return JSON.stringify(module, (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  )
}
