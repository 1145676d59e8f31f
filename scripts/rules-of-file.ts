import { isNode, namesIn, type Node } from './syntax.ts'

/**
 * The top-level parts of a file that are rules. What acts on the browser itself, or serves that alone, is none: only a browser sees it, and the tests
 * in `e2e/` drive the built page. Types and imports are none either.
 */
export const rulesOf = (program: unknown): Node[] => sorted(program).rules

/** The names of the parts that act on the browser, or serve that alone. */
export const browserPartsOf = (program: unknown): string[] => sorted(program).browser.flatMap(({ names }) => names)

type Part = { node: Node; names: string[]; uses: Set<string>; exported: boolean; acts: boolean }

function sorted(program: unknown): { rules: Node[]; browser: Part[] } {
  const { body } = program as { body: Node[] }
  const hooks = body.filter(({ type, source }) => type === 'ImportDeclaration' && isNode(source) && source['value'] === 'react').flatMap(namesIn)
  const parts = body.flatMap((statement) => partsOf(statement, new Set(hooks)))
  const rules = new Set(parts.filter(({ exported, acts }) => exported && !acts))
  for (const rule of rules) for (const part of parts) if (!part.acts && part.names.some((name) => rule.uses.has(name))) rules.add(part)
  return { rules: [...rules].map(({ node }) => node), browser: parts.filter((part) => !rules.has(part)) }
}

function partsOf(statement: Node, hooks: ReadonlySet<string>): Part[] {
  const exported = statement.type === 'ExportNamedDeclaration'
  const node = exported ? statement['declaration'] : statement
  if (!isNode(node) || node.type.startsWith('TS') || node.type === 'ImportDeclaration') return []
  const declared = node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]) : [node]
  return declared.map((part) => {
    const uses = namesIn(part)
    return { node: part, names: isNode(part['id']) ? namesIn(part['id']) : [], uses: new Set(uses), exported: exported || node.type === 'ExpressionStatement', acts: uses.some((name) => hooks.has(name) || ofBrowsers.test(name)) }
  })
}

const ofBrowsers = /^(document|window|navigator|location|history|performance|fetch|matchMedia|(add|remove)EventListener|(request|cancel)AnimationFrame|[sg]etComputedStyle|Document|PointerEvent|(HTML\w*)?Element|\w+Observer|OffscreenCanvas\w*)$/
