/** DASH-4: import by upload. One import exists at a time. */
export const importPath = '/dashboard/people/import'
export const importRunPath = (id: string): string => `${importPath}/${id}`
export const importActs = ['run', 'discard'] as const
export type ImportAct = (typeof importActs)[number]
export const importActPath = (id: string, act: ImportAct): string => `${importRunPath(id)}/${act}`
export const importRefusedPath = (id: string): string => `${importRunPath(id)}/refused.csv`

export const mostUploadBytes = 100 * 1024 * 1024

/**
 * `checking`: the dry run. `checked`: waits for the operator. `failed` and `interrupted` (the server
 * stopped) can be continued where `canContinue`.
 */
export type ImportPhase = 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'interrupted'

/** `refused` counts rows by reason, the most frequent first. */
export type ImportCounts = {
  rows: number
  entered: number
  refused: readonly (readonly [reason: string, rows: number])[]
}

/** An import as the screens show it. It has lines of the file, which are personal data. */
export type ImportRun = {
  id: string
  operator: string
  /** the file's name, as the browser sent it */
  name: string
  bytes: number
  startedAt: number
  confirmed: boolean
  phase: ImportPhase
  canContinue: boolean
  /** how far the dry run or the import is */
  progress: { rows: number; bytes: number }
  checked: ImportCounts | null
  done: ImportCounts | null
  error: string | null
  toEnter: readonly { line: number; address: string }[]
  refused: readonly { line: number; address: string; reason: string }[]
}

export type ImportWrong =
  | 'token'
  | 'kind'
  | 'date'
  | 'no-such-day'
  | 'file'
  | 'zip'
  | 'too-large'
  | 'cut-off'
  | 'busy'
  | 'no-space'

/** The fields of the form as they were sent. A file cannot be filled in again. */
export type ImportFields = Record<'people' | 'source' | 'date' | 'wording', string>

export type ImportView =
  | {
      screen: 'import'
      current: ImportRun | null
      wrong?: ImportWrong
      fields?: ImportFields
    }
  | { screen: 'import-run'; run: ImportRun }
  | { screen: 'import-ask'; run: ImportRun }
