import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import {
  arrows,
  closedFiles,
  packages,
  roots,
  typeArrows,
  withoutPackages,
} from './import-arrows.ts'

/**
 * An import that the layers refuse: `from` and `to` are files below `src`, or `to` is a package.
 */
export type Refusal = { from: string; to: string; why: string }

/** `isType`: an `import type`, of which nothing is left in the code that runs. */
type Resolved = { from: string; to: string; isType: boolean }

/**
 * Every import in `root`/src that `import-arrows.ts` does not allow. Paths are resolved first, so
 * relative paths, '#' paths, re-exports and `import()` are checked alike. Tests and type-only
 * imports of packages are not checked.
 */
export function refusedImports(root: string): Refusal[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  return files
    .flatMap((file) => importsOf(root, file))
    .flatMap(({ from, to, isType }) => {
      const why = to.startsWith('pkg:')
        ? packageRefusal(from, to.slice(4))
        : arrowRefusal(from, to, isType)
      return why ? [{ from, to: to.replace('pkg:', ''), why }] : []
    })
}

/** A cycle between the folders of `arrows`, as the list of its folders, or null. */
export function folderCycle(allowed: Record<string, readonly string[]> = arrows): string[] | null {
  const done = new Set<string>()
  const visit = (folder: string, path: string[]): string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return null
    for (const next of allowed[folder] ?? []) {
      const cycle = visit(next, [...path, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return null
  }
  for (const folder of Object.keys(allowed)) {
    const cycle = visit(folder, [])
    if (cycle) return cycle
  }
  return null
}

/** What a file imports and exports again, by resolved path below src; packages as `pkg:name`. */
export function importsOf(root: string, file: string): Resolved[] {
  const from = relative('src', file)
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const named = [
    ...module.staticImports.map(({ moduleRequest, start }) => ({
      specifier: moduleRequest.value,
      isType: /^import\s+type\b(?!\s+from\b)/.test(text.slice(start)),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType: false }] : [],
      ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const specifier = text.slice(start, end)
      return /^['"]/.test(specifier) ? [{ specifier: specifier.slice(1, -1), isType: false }] : []
    }),
  ]
  return named.flatMap(({ specifier, isType }) => {
    if (specifier.startsWith('#')) return [{ from, to: specifier.slice(1), isType }]
    if (specifier.startsWith('.')) return [{ from, to: join(dirname(from), specifier), isType }]
    return isType ? [] : [{ from, to: `pkg:${specifier}`, isType }]
  })
}

function arrowRefusal(from: string, to: string, isType: boolean): string | null {
  const source = folderOf(from)
  const target = folderOf(to)
  if (source === target) return null
  const closed = closedFiles.find(
    ({ file, to: folder, except }) => file === to && folder.test(from) && !except.includes(from),
  )
  if (closed) return `${from} may not import ${to}: ${closed.why}`
  if (roots.includes(from))
    return to.startsWith('server/') || isData(to) ? null : `${from} assembles server only`
  if (roots.includes(to)) return `${to} assembles the server: nothing below it may import it`
  const allowed = arrows[source]
  if (!allowed) return `${source} is not in scripts/import-arrows.ts`
  if (allowed.includes(target)) return null
  if (!typeArrows[source]?.includes(target)) return `${source} may not import ${target}`
  return isType ? null : `${source} may import nothing of ${target} but by \`import type\``
}

const isData = (file: string) => ['contract', 'campaign'].includes(folderOf(file))

function packageRefusal(from: string, name: string): string | null {
  if (withoutPackages.includes(folderOf(from))) return `${folderOf(from)} imports no package`
  const rule = packages.find(({ of }) => of.test(name))
  if (!rule || rule.only.some((folder) => from.startsWith(`${folder}/`))) return null
  return `${folderOf(from)} may not import ${name}: ${rule.why}`
}

/**
 * The folder of `arrows` of a file below `src`: two levels in page and server and of the schema, one
 * elsewhere.
 */
function folderOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  const isDeep = top === 'page' || top === 'server' || second === 'schema'
  return isDeep ? `${top}/${second}` : top
}
