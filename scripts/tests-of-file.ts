import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/**
 * The files that import a file, directly or not, each with its distance. Imports of types do not
 * count.
 */
export function openImports(root: string) {
  const readers = new Map<string, string[]>()
  for (const file of globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'scripts/*.ts'], {
    cwd: root,
  })) {
    for (const read of importsOf(root, file))
      readers.set(read, [...(readers.get(read) ?? []), file])
  }
  return (file: string): ReadonlyMap<string, number> => {
    const far = new Map([[file, 0]])
    for (const [reached, steps] of far)
      for (const reader of readers.get(reached) ?? [])
        if (!far.has(reader)) far.set(reader, steps + 1)
    return far
  }
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const imported = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) =>
        isType || !moduleRequest ? [] : [moduleRequest.value],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return [...imported.flatMap((name) => fileOf(file, name)), ...globbed(root, file, text)]
}

function fileOf(file: string, name: string): string[] {
  if (name.startsWith('.')) return [join(dirname(file), name)]
  if (name.startsWith('#test/')) return [name.slice(1)]
  return name.startsWith('#') ? [name.replace('#', 'src/')] : []
}

/** What `import.meta.glob('./*.x.tsx')` reads. */
const globbed = (root: string, file: string, text: string): string[] =>
  [...text.matchAll(/import\.meta\.glob(?:<.*>)?\(\s*['"]\.\/([^'"]+)/g)].flatMap(([, pattern]) =>
    globSync(join(dirname(file), pattern!), { cwd: root }),
  )
