import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Which files read a file, directly or not, each with how far away it stands. Imports of types alone are none. */
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
  const asked = [
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
  return asked.flatMap((name) => {
    if (name.startsWith('.')) return [join(dirname(file), name)]
    return name.startsWith('#test/')
      ? [name.slice(1)]
      : name.startsWith('#')
        ? [name.replace('#', 'src/')]
        : []
  })
}
