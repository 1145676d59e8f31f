/** DASH-4: import by upload. One import exists at a time. */
export const importPath = '/dashboard/people/import'
export const importRunPath = (id: string): string => `${importPath}/${id}`
export const importActs = ['run', 'check', 'discard'] as const
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

/**
 * A column of the file: what it is used for, in words, or null. `note` says why it is not used.
 * `values`: three different ones at most.
 */
export type ImportColumn = {
  name: string
  use: string | null
  note: string | null
  values: readonly string[]
}

/** A person as an import would enter them. Times are in ms, null where there is none. */
export type ImportedPerson = {
  line: number
  address: string
  joinedAt: number | null
  source: string
  consentSource: string | null
  consentAt: number | null
}

/** Why people may not be mailed: the strictest first. */
export const leftReasons = ['complained', 'blocked', 'left', 'undeliverable'] as const
export type LeftReason = (typeof leftReasons)[number]

/** What the people in a file are, as the operator says. `left`: everybody in it left. */
export type FilePeople = 'confirmed' | 'unconfirmed' | 'left'

/**
 * What a dry run shows beside the counts. `kinds` counts rows with an address by what they say about
 * mail. `takenOff`: people on the list by an earlier import alone, who left elsewhere since. `as`:
 * what the people in the file are; `people`: the first who are entered. `blocked`: why the file is
 * not imported with these choices.
 */
export type ImportFacts = {
  service: string | null
  as: FilePeople
  blocked: string | null
  columns: readonly ImportColumn[]
  kinds: readonly (readonly [kind: string, rows: number])[]
  people: readonly ImportedPerson[]
  warnings: readonly string[]
  takenOff: number
}

/** An import as the screens show it. It has lines of the file, which are personal data. */
export type ImportRun = {
  id: string
  operator: string
  /** the file's name, as the browser sent it */
  name: string
  bytes: number
  startedAt: number
  /** what the operator says about the people; null leaves it to the service that wrote the file */
  people: FilePeople | null
  /** why everybody in the file left; null leaves it to its rows */
  leftReason: LeftReason | null
  /** the operator's choices of columns */
  statusColumns: readonly string[]
  ignoredColumns: readonly string[]
  /** what the operator says about rows without a consent of their own; `at` is in ms */
  consent: { source: string; at: number | null; wording: string }
  phase: ImportPhase
  canContinue: boolean
  /** how far the dry run or the import is */
  progress: { rows: number; bytes: number }
  checked: ImportCounts | null
  done: ImportCounts | null
  error: string | null
  /** of the dry run, then of the import */
  facts: ImportFacts | null
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
export type ImportFields = Record<
  'people' | 'reason' | 'source' | 'date' | 'wording' | 'status' | 'ignore',
  string
>

/** An upload that another server of the database has. `here`: the name of this server. */
export type ImportElsewhere = { server: string; here: string; operator: string; atMs: number }

export type ImportView =
  | {
      screen: 'import'
      current: ImportRun | null
      elsewhere?: ImportElsewhere
      wrong?: ImportWrong
      fields?: ImportFields
    }
  | { screen: 'import-run'; run: ImportRun; wrong?: ImportWrong; fields?: ImportFields }
  | { screen: 'import-ask'; run: ImportRun }
