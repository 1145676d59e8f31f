/** The table of imports. It has no line of a file: those stay beside the file (imports/files.ts). */
export type ImportSchema = { imports: ImportsTable }

/**
 * `origin`: an upload in the dashboard, of which there is one at a time, or a command. `server`: the
 * machine that has the file, with the port of a server.
 */
export type ImportsTable = {
  id: string
  origin: 'upload' | 'command'
  operator: string
  server: string
  /** the file's name, as the browser sent it */
  name: string
  bytes: number
  format: 'csv' | 'jsonl'
  /** JSON: what the operator says about the file (imports/import.ts) */
  options: string
  /** checking and running are work that a server does; the others wait for the operator */
  state: 'checking' | 'checked' | 'running' | 'done' | 'failed'
  startedAt: number
  /** the last time that the row was written: work writes it every second or more often */
  changedAt: number
  /** JSON: rows and bytes that the work has read */
  progress: string
  /** JSON: what the check has counted; null before its end */
  checked: string | null
  /** JSON: what the run has done so far, written in the transactions that do it; null before its first */
  result: string | null
  /** how much of the file of refused rows belongs to `result` */
  refusedBytes: number
  /** why it failed, as a sentence */
  error: string | null
  /** the act in the log that gets the outcome of the run */
  actId: string | null
}

export const importTables = [
  `create table imports (
    id text primary key,
    origin text not null check (origin in ('upload', 'command')),
    operator text not null,
    server text not null,
    name text not null,
    bytes integer not null,
    format text not null check (format in ('csv', 'jsonl')),
    options text not null,
    state text not null check (state in ('checking', 'checked', 'running', 'done', 'failed')),
    "startedAt" integer not null,
    "changedAt" integer not null,
    progress text not null,
    checked text,
    result text,
    "refusedBytes" integer not null,
    error text,
    "actId" text
  ) strict`,
  `create unique index one_upload on imports (origin) where origin = 'upload'`,
]
