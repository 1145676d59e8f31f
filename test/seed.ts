import { join } from 'node:path'
import { builtBundles } from '#server/http/bundles.ts'
import { screenHeaders } from '#server/http/headers.ts'
import { serveBuilt, type ServedPages } from '../scripts/serve-built.ts'
import { firstDay } from './seed/first-day.ts'
import { imports } from './seed/imports.ts'
import { launch } from './seed/launch.ts'
import { letters } from './seed/letters.ts'
import { line } from './seed/line.ts'
import { million } from './seed/million.ts'
import type { Taken } from './seed/scene.ts'
import { trouble } from './seed/trouble.ts'
import { weeks } from './seed/weeks.ts'

/** What happens on a store, and the screens of the dashboard that it leads to, each with a name. */
export const scenes = { firstDay, weeks, million, trouble, letters, line, launch, imports }
export type SceneName = keyof typeof scenes

/**
 * Plays these scenes, or all, each on the real server and a store of its own. Returns the screens by
 * name. Times are fixed and what is random is replaced, so that each run gives the same HTML.
 */
export async function takeScreens(
  names: readonly SceneName[] = Object.keys(scenes) as SceneName[],
): Promise<ReadonlyMap<string, string>> {
  const taken: Taken = new Map()
  for (const name of names) await scenes[name](taken)
  return taken
}

export type ServedScreens = ServedPages & { names: readonly string[] }

/** Serves each screen of these scenes at `/` + its name, with the headers of the dashboard. */
export async function serveScreens(names?: readonly SceneName[]): Promise<ServedScreens> {
  const dist = join(import.meta.dirname, '../dist/fuel')
  const screens = await takeScreens(names)
  const { hashes } = await builtBundles(dist)
  const htmlOf = (path: string) => screens.get(path.slice(1))
  const served = await serveBuilt(
    dist,
    (path) => {
      const html = htmlOf(path)
      return html === undefined ? undefined : Promise.resolve(html)
    },
    screenHeaders(hashes),
  )
  return { ...served, names: [...screens.keys()] }
}
