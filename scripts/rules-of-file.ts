import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { isNode, namesIn, type Node } from './syntax.ts'

/**
 * The top-level parts of a file: the rules, and the names of the other parts. Types and imports are
 * neither.
 */
export type Parts = { rules: Node[]; browser: string[] }

/**
 * In the page, a part is no rule if it, or a part that it uses, acts on the browser, or if only
 * such parts use it. Only a browser shows its effect; the tests in `e2e/` use the built page.
 */
export function openParts(root: string) {
  const known = new Map<string, Sorted>()
  const sortedOf = (file: string): Sorted => {
    const program = () => parseSync(file, readFileSync(join(root, file), 'utf8')).program
    const sorted =
      known.get(file) ??
      (file.startsWith('src/page/')
        ? sortParts(program(), (from, name) => acts(file, from, name))
        : sortParts(program(), () => false, /^$/))
    known.set(file, sorted)
    return sorted
  }
  const acts = (file: string, from: string, name: string): boolean => {
    const path = from.startsWith('.') ? join(dirname(file), from) : from.replace('#', 'src/')
    return (
      from === 'react' || (/^src\/page\/.*\.tsx?$/.test(path) && sortedOf(path).acting.has(name))
    )
  }
  return (file: string): Parts => sortedOf(file)
}

type Sorted = Parts & { acting: ReadonlySet<string> }
type Part = { node: Node; names: string[]; uses: Set<string>; exported: boolean }

export function sortParts(
  program: unknown,
  importActs: (from: string, name: string) => boolean = () => false,
  seeds = ofBrowsers,
): Sorted {
  const { body } = program as { body: Node[] }
  const parts = body.flatMap(partsOf)
  const imported = new Set(
    body.flatMap((statement) =>
      importsOf(statement)
        .filter(({ from, name }) => importActs(from, name))
        .map(({ local }) => local),
    ),
  )
  const acting = new Set(
    parts.filter(({ uses }) => [...uses].some((name) => seeds.test(name) || imported.has(name))),
  )
  for (const actor of acting)
    for (const part of parts) if (actor.names.some((name) => part.uses.has(name))) acting.add(part)
  const rules = new Set(parts.filter((part) => part.exported && !acting.has(part)))
  for (const rule of rules)
    for (const part of parts)
      if (!acting.has(part) && part.names.some((name) => rule.uses.has(name))) rules.add(part)
  return {
    rules: [...rules].map(({ node }) => node),
    browser: parts.filter((part) => !rules.has(part)).flatMap(({ names }) => names),
    acting: new Set([...acting].flatMap(({ names }) => names)),
  }
}

function partsOf(statement: Node): Part[] {
  const exported = statement.type === 'ExportNamedDeclaration'
  const node = exported ? statement['declaration'] : statement
  if (!isNode(node) || node.type.startsWith('TS') || node.type === 'ImportDeclaration') return []
  const declared = node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]) : [node]
  return declared.map((part) => ({
    node: part,
    exported: exported || node.type === 'ExpressionStatement',
    uses: new Set(namesIn(part)),
    names: isNode(part['id']) ? boundBy(part['id']) : [],
  }))
}

/**
 * The names that a declaration binds: one name without those of its type, or the names of a
 * pattern.
 */
const boundBy = (bound: Node): string[] =>
  bound.type === 'Identifier' ? [String(bound['name'])] : namesIn(bound)

function importsOf({
  type,
  importKind,
  source,
  specifiers,
}: Node): { from: string; name: string; local: string }[] {
  if (type !== 'ImportDeclaration' || importKind === 'type' || !isNode(source)) return []
  return (specifiers as Node[])
    .filter((one) => one['importKind'] !== 'type')
    .map(({ imported, local }) => ({
      from: String(source['value']),
      name: isNode(imported) ? String(imported['name']) : 'default',
      local: isNode(local) ? String(local['name']) : '',
    }))
}

const ofBrowsers = new RegExp(
  `^(${[
    'document',
    'window',
    'navigator',
    'location',
    'history',
    'performance',
    'localStorage',
    'sessionStorage',
    'fetch',
    'matchMedia',
    'addEventListener',
    'requestAnimationFrame',
    'getComputedStyle',
    'Document',
    '(HTML\\w*)?Element',
    '\\w+Observer',
    'OffscreenCanvas\\w*',
  ].join('|')})$`,
)
