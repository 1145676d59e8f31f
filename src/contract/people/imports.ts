/** DASH-4: import by upload. One import exists at a time. */
export const importPath = '/dashboard/people/import'
export const importRunPath = (id: string): string => `${importPath}/${id}`
export const importActPath = (id: string, act: 'run' | 'check' | 'discard'): string =>
  `${importRunPath(id)}/${act}`
export const importRefusedPath = (id: string): string => `${importRunPath(id)}/refused.csv`

export const mostUploadBytes = 100 * 1024 * 1024

/** Why people may not be mailed: the strictest first. */
export const leftReasons = ['complained', 'blocked', 'left', 'undeliverable'] as const
export type LeftReason = (typeof leftReasons)[number]

/** A sentence of an import names options of the command; for an upload it names fields of its form. */
export const ofForm = (sentence: string): string =>
  words.reduce((text, [option, field]) => text.replaceAll(option, field), sentence)

const words = [
  ['the option --consent-date', "the field 'When they agreed'"],
  ['the option --consent-source', "the field 'Where they agreed'"],
  ['with --ignore-column', "in 'Columns to leave out'"],
  ['with --status-column', "in 'Status columns'"],
  ['choose --left', "choose 'Everybody in this file left'"],
  ['with --left', "as 'Everybody in this file left'"],
  ['With --left', "With 'Everybody in this file left'"],
  ['choose --unconfirmed', "choose 'Did not confirm yet'"],
  ['--ignore-column names', "'Columns to leave out' names"],
  ['--status-column names', "'Status columns' names"],
] as const
