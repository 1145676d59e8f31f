import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A change of one campaign builds no other. */
const foldersOf = (campaign) => ['campaigns/base', `campaigns/${campaign}`]

/** The files and folders, below the root, that the build of a campaign reads. */
export const builtFrom = (campaign) => [
  'package-lock.json',
  'index.html',
  'dashboard.html',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/campaign-look.ts',
  'scripts/campaign-module.ts',
  'scripts/read-theme.ts',
  'scripts/theme-sheet.ts',
  'scripts/write-campaign.ts',
  'scripts/one-response.ts',
  'scripts/merge-stubs.ts',
  'scripts/preload-before-import.ts',
  'src/server',
  'src/page',
  'src/mails',
  'src/dashboard',
  'src/contract',
  'src/campaign',
  ...foldersOf(campaign),
]

/** What the data of a campaign is made of. */
export const composedFrom = (campaign) => [
  ...foldersOf(campaign),
  'src/campaign',
  'src/contract',
  'scripts/read-theme.ts',
  'scripts/theme-sheet.ts',
  'scripts/write-campaign.ts',
]

/** The files at these paths and in these folders, below the root. Tests do not count. */
export function filesIn(root, paths) {
  return paths.flatMap((path) => {
    const full = join(root, path)
    if (!existsSync(full)) return []
    if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
    const names = readdirSync(full).sort()
    return filesIn(
      root,
      names.map((name) => join(path, name)),
    )
  })
}

/** Of their names and texts. */
export function hashOf(root, paths) {
  const hash = createHash('sha256')
  for (const path of filesIn(root, paths))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}
