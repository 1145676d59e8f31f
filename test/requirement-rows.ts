import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Requirements = {
  /** ids of the rows under 'Built', in order, repeated where a row is repeated */
  built: string[]
  planned: string[]
  /** planned rows of which a part is built */
  begun: string[]
  /** as the document writes them, e.g. `/spot/…` */
  plannedPaths: string[]
  /** the text under 'Built' */
  builtText: string
}

/** docs/requirements.md as data. */
export const readRequirements = (): Requirements =>
  parseRequirements(readFileSync(resolve(import.meta.dirname, '../docs/requirements.md'), 'utf8'))

export function parseRequirements(document: string): Requirements {
  const [, builtText = '', plannedText = ''] = document.split(/^## (?:Built|Planned)\n/m)
  return {
    built: rowsOf(builtText).map(([id]) => id),
    planned: rowsOf(plannedText).map(([id]) => id),
    begun: rowsOf(plannedText)
      .filter(([, text]) => text.includes('**Built so far**'))
      .map(([id]) => id),
    plannedPaths: [...plannedText.matchAll(/^\| `(\/[^`]*)`/gm)].map(([, path]) => path!),
    builtText,
  }
}

const rowsOf = (text: string) =>
  [...text.matchAll(/^\| ([A-Z]+-\d+) \| (.*) \|$/gm)].map(([, id, row]) => [id!, row!] as const)

/**
 * The part of a planned path that never varies: `/spot/` of `/spot/…`, `/webhooks/` of
 * `/webhooks/{provider}`.
 */
export const fixedPart = (path: string): string => path.replace(/[…{].*$/, '')
