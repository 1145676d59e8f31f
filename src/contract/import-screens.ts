/** DASH-4: import by upload. One import exists at a time. */
export const importPath = '/dashboard/people/import'
export const importRunPath = (id: string): string => `${importPath}/${id}`
export const importActs = ['run', 'check', 'discard'] as const
export type ImportAct = (typeof importActs)[number]
export const importActPath = (id: string, act: ImportAct): string => `${importRunPath(id)}/${act}`
export const importRefusedPath = (id: string): string => `${importRunPath(id)}/refused.csv`

export const mostUploadBytes = 100 * 1024 * 1024

/** `checking`: the dry run. `checked`: waits for the operator. */
export type ImportPhase = 'checking' | 'checked' | 'running' | 'done' | 'failed'

/**
 * What a check or a run has counted. `refused` counts rows by reason, the most frequent first;
 * `kinds` rows with an address by what they say about mail. `takenOff`: people on the list by an
 * earlier import alone, who left elsewhere since. `as`: what the people in the file are. `blocked`:
 * why the file is not imported with these choices.
 */
export type ImportResult = {
  rows: number
  entered: number
  refused: readonly (readonly [reason: string, rows: number])[]
  kinds: readonly (readonly [kind: string, rows: number])[]
  takenOff: number
  as: FilePeople
  blocked: string | null
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

/** What a dry run shows of the file itself. `people`: the first who are entered. */
export type ImportFacts = {
  service: string | null
  columns: readonly ImportColumn[]
  people: readonly ImportedPerson[]
  warnings: readonly string[]
}

/** Lines of the file, which only the server shows that has them. */
export type ImportLines = {
  facts: ImportFacts | null
  /** some of the rows that are refused */
  refused: readonly { line: number; address: string; reason: string }[]
}

/**
 * An import as the screens show it. `place`: where its file is. `stalledSince`: the work was last
 * seen then, longer ago than it can be by itself.
 */
export type ImportRun = {
  id: string
  operator: string
  /** the file's name, as the browser sent it */
  name: string
  bytes: number
  startedAt: number
  options: {
    /** null leaves it to the service that wrote the file */
    people: FilePeople | null
    /** why everybody in the file left; null leaves it to its rows */
    leftReason: LeftReason | null
    statusColumns: readonly string[]
    ignoredColumns: readonly string[]
    consentSource: string
    /** in ms */
    consentAt: number | null
    consentWording: string
  }
  state: ImportPhase
  /** how far the dry run or the import is */
  progress: { rows: number; bytes: number }
  checked: ImportResult | null
  /** what the run has done so far */
  result: ImportResult | null
  error: string | null
  place: 'here' | 'elsewhere' | 'missing'
  /** the server that has the file, and this one */
  server: string
  here: string
  stalledSince: number | null
  lines: ImportLines
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

/** `commands`: imports from a shell of the last day. */
export type ImportView =
  | {
      screen: 'import'
      current: ImportRun | null
      commands: readonly ImportRun[]
      wrong?: ImportWrong
      fields?: ImportFields
    }
  | { screen: 'import-run'; run: ImportRun; wrong?: ImportWrong; fields?: ImportFields }
  | { screen: 'import-ask'; run: ImportRun }
