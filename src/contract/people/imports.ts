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
