/** A node of a parsed source text, as ESTree has them; `start` and `end` are offsets. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The node and all below it that are carried out: types are passed by. */
export function* nodesIn(
  node: Node,
  parent: Node | null = null,
): Generator<{ node: Node; parent: Node | null }> {
  if (node.type.startsWith('TS') && !casts.has(node.type)) return
  yield { node, parent }
  for (const inner of innerOf(node)) yield* nodesIn(inner, node)
}
const casts = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Every name in it, those of types too. */
export const namesIn = (node: Node): string[] => [
  ...(node.type === 'Identifier' ? [String(node['name'])] : []),
  ...innerOf(node).flatMap(namesIn),
]

const innerOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
