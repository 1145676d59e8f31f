/** One small change of a source text: `from` at the offset `at` becomes `to`. */
export type Mutant = { file: string; line: number; at: number; from: string; to: string }

const opposite: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '&&': '||', '||': '&&' }

/** Each number one higher, each comparison its neighbour, and vs or. Comments, texts, types and imports stay. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`|^(?:import|export type|type) .*$/gm, (skipped) => skipped.replace(/[^\n]/g, ' '))
  return [...code.matchAll(/(?<=\s)(?:<=?|>=?|===|!==|&&|\|\|)(?=\s)|(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.:])/g)].map(({ 0: from, index }) => ({
    file, at: index, from, line: text.slice(0, index).split('\n').length, to: opposite[from] ?? String(raised(Number(from.replaceAll('_', '')))),
  }))
}

const raised = (value: number) => (Number.isInteger(value) ? value + 1 : Math.round((value + 0.1) * 1_000) / 1_000)
