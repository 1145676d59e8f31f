import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { importsOf } from './import-check.ts'

/** How large `src/server` is, without its tests. */
export type ServerSize = {
  files: number
  lines: number
  /** lines of the file in the middle */
  medianLines: number
  exports: number
  /** exports that exactly one other file of `src` imports: private functions in the wrong place */
  usedOnce: number
  /** groups of files that import each other in a circle, type imports included */
  cycles: string[][]
}

type Use = { name: string; from: string; to: string }

export function sizeOfServer(root: string): ServerSize {
  const all = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTest(file))
  const server = all.filter((file) => file.startsWith('src/server/'))
  const lines = server.map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
  const exported = server.flatMap((file) =>
    exportsOf(root, file).map((name) => `${relative('src', file)} ${name}`),
  )
  const users = new Map<string, Set<string>>()
  for (const { name, from, to } of all.flatMap((file) => usesOf(root, file))) {
    const key = `${to} ${name}`
    users.set(key, (users.get(key) ?? new Set()).add(from))
  }
  return {
    files: server.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines.toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 0,
    exports: exported.length,
    usedOnce: exported.filter((key) => users.get(key)?.size === 1).length,
    cycles: cyclesOf(
      new Map(
        server.map((file) => [
          relative('src', file),
          importsOf(root, file).flatMap(({ to }) => (to.startsWith('server/') ? [to] : [])),
        ]),
      ),
    ),
  }
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function exportsOf(root: string, file: string): string[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ exportName: { name } }) => (name ? [name] : []))
}

/** The names that a file imports from other files of `src`. */
function usesOf(root: string, file: string): Use[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const from = relative('src', file)
  return module.staticImports.flatMap(({ moduleRequest: { value }, entries }) => {
    const to = value.startsWith('#')
      ? value.slice(1)
      : value.startsWith('.')
        ? join(from, '..', value)
        : null
    return to === null
      ? []
      : entries.flatMap(({ importName: { name } }) => (name ? [{ name, from, to }] : []))
  })
}

/** Groups of two and more files of which each reaches each other (Tarjan 1972). */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const stack: string[] = []
  const indexes = new Map<string, { index: number; low: number; onStack: boolean }>()
  const visit = (file: string) => {
    const mark = { index: indexes.size, low: indexes.size, onStack: true }
    indexes.set(file, mark)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      const seen = indexes.get(next)
      if (!seen) mark.low = Math.min(mark.low, visit(next).low)
      else if (seen.onStack) mark.low = Math.min(mark.low, seen.index)
    }
    if (mark.low === mark.index) {
      const group = stack.splice(stack.indexOf(file))
      for (const name of group) indexes.get(name)!.onStack = false
      if (group.length > 1) found.push(group.toSorted())
    }
    return mark
  }
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file)
  return found
}

export const sizeInWords = (size: ServerSize) =>
  [
    `src/server without tests: ${size.files} files, ${size.lines} lines, ${size.medianLines} in the median file`,
    `exports: ${size.exports}, of which ${size.usedOnce} are used by exactly one other file`,
    `import cycles, types included: ${size.cycles.length}`,
    ...size.cycles.map((files) => `  ${files.join(' ↔ ')}`),
  ].join('\n')
