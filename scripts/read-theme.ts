import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { themeFaults } from '#contract/theme/contrast.ts'
import { largestFaceBytes } from '#contract/theme/face.ts'
import { themeOf, type DeclaredTheme, type Theme } from '#contract/theme/theme.ts'

const campaigns = resolve(import.meta.dirname, '../campaigns')

/** The theme of a campaign, whole; that of the base where it has none. */
export const readTheme = async (name: string): Promise<Theme> => themeOf(await declaredTheme(name))

/** What is wrong with the theme of a campaign, for people: file, key and reason, one a line. */
export async function themeRefusal(name: string): Promise<string | null> {
  const faults = faultsOf(await declaredTheme(name))
  return faults.length === 0
    ? null
    : faults.map((fault) => `campaigns/${name}/theme.ts: ${fault}`).join('\n')
}

/** The same for a theme that no file declares yet. */
export function faultsOf(declared: DeclaredTheme): string[] {
  const faults = themeFaults(declared)
  return faults.length > 0 ? faults : faceFaults(themeOf(declared))
}

async function declaredTheme(name: string): Promise<DeclaredTheme> {
  const own = join(campaigns, name, 'theme.ts')
  const file = existsSync(own) ? own : join(campaigns, 'base/theme.ts')
  return ((await import(file)) as { theme: DeclaredTheme }).theme
}

const faceFaults = ({ faces }: Theme): string[] =>
  Object.entries(faces).flatMap(([name, { file }]) => {
    const path = join(campaigns, file)
    if (!existsSync(path)) return [`faces.${name}.file: campaigns/${file} is missing.`]
    const bytes = statSync(path).size
    return bytes <= largestFaceBytes
      ? []
      : [`faces.${name}.file: campaigns/${file} has ${bytes} bytes; a face has at most 20 KB.`]
  })
