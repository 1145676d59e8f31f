import { isNode, nodesIn, type Node } from './syntax.ts'

/**
 * One small change of a source text: `from` at the offset `at` becomes `to`. `code` is its line;
 * `which` is its position among equal changes of that line, from 1.
 */
export type Mutant = {
  file: string
  line: number
  code: string
  at: number
  from: string
  to: string
  which: number
}

/**
 * The changes of the rules of a file. With `texts` every text is changed too: in data every
 * constant is a fact.
 */
export function mutantsOf(
  file: string,
  source: string,
  rules: readonly Node[],
  { texts = false } = {},
): Mutant[] {
  const changes = rules.flatMap((rule) =>
    [...nodesIn(rule)].flatMap(({ node, parent }) => changeOf(node, parent, source, texts)),
  )
  const lines = source.split('\n')
  const lineOf = ({ at }: Change) => source.slice(0, at).split('\n').length
  return changes
    .toSorted((a, b) => a.at - b.at)
    .map((change, index, all) => {
      const line = lineOf(change)
      const same = all
        .slice(0, index + 1)
        .filter((other) => other.from === change.from && lineOf(other) === line)
      return { file, line, code: lines[line - 1]!.trim(), which: same.length, ...change }
    })
}

type Change = Pick<Mutant, 'at' | 'from' | 'to'>

/** Changes each number to the next, each comparison to its neighbour, and to or, least to most. */
function changeOf(node: Node, parent: Node | null, source: string, texts: boolean): Change[] {
  if (isKey(node, parent)) return []
  const from = source.slice(node.start, node.end)
  if (node.type === 'Literal' && typeof node['value'] === 'number')
    return [{ at: node.start, from, to: String(raised(node['value'])) }]
  if (texts && node.type === 'Literal' && typeof node['value'] === 'string')
    return [{ at: node.start, from, to: "'+'" }]
  if (node.type === 'MemberExpression' && from in extremes)
    return [{ at: node.start, from, to: extremes[from]! }]
  const operator = String(node['operator'])
  const { left, right } = node
  if (!(operator in neighbours) || !isNode(left) || !isNode(right)) return []
  return [{ at: source.indexOf(operator, left.end), from: operator, to: neighbours[operator]! }]
}

const neighbours: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}
const extremes: Record<string, string> = { 'Math.min': 'Math.max', 'Math.max': 'Math.min' }

const raised = (value: number) =>
  Number.isInteger(value) ? value + 1 : Math.round((value + 0.1) * 1_000) / 1_000
const isKey = (node: Node, parent: Node | null) =>
  parent?.type === 'Property' && parent['key'] === node && parent['computed'] === false
