import type { ShownImport } from '#server/dashboard/imports.ts'
import type { ImportResult } from '#server/imports/import.ts'
import type { ImportFacts } from '#server/imports/report.ts'
import type { ScreenFrame } from '#contract/screens.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import type { DashboardState } from './list.ts'

const july = Date.parse('2026-07-14T08:30:00Z')
const now = Date.parse('2026-11-24T11:04:00Z')

const frame: ScreenFrame = {
  operator: 'anna@example.com',
  role: 'operator',
  formToken: 'token',
  asOfMs: now,
  engine: 'SQLite',
  lastBackup: { atMs: now - 9 * hourMs, isChecked: true },
}

const facts: ImportFacts = {
  service: 'Ghost',
  columns: [
    { name: 'id', use: null, note: null, values: ['63a1f0', '63a1f1', '63a1f2'] },
    {
      name: 'email',
      use: 'address',
      note: null,
      values: ['sanne@example.com', 'tobias@example.com', 'a.rather.long.address@mail.example.com'],
    },
    {
      name: 'subscribed_to_emails',
      use: 'who may be mailed',
      note: null,
      values: ['true', 'false'],
    },
    { name: 'complimentary_plan', use: null, note: 'says who pays', values: ['false'] },
    {
      name: 'created_at',
      use: 'date of the sign-up',
      note: null,
      values: ['2024-01-15T10:30:00.000Z', '2024-01-16T10:30:00.000Z', '2024-02-01T08:00:00.000Z'],
    },
    {
      name: 'state',
      use: null,
      note: 'no value is a known status',
      values: ['Utrecht', 'Drenthe'],
    },
  ],
  people: ['sanne', 'tobias', 'a.rather.long.address@mail.example.com', 'noor', 'daan'].map(
    (name, index) => ({
      line: index + 2,
      address: name.includes('@') ? name : `${name}@example.com`,
      joinedAt: july - index * dayMs,
      source: index === 1 ? 'HYROX stand' : '',
      consentSource: 'Ghost',
      consentAt: july,
    }),
  ),
  warnings: [
    'The column state is not read, because no value in it is a known status (it has Utrecht, Drenthe). If it says who may be mailed, name it with --status-column.',
  ],
}

const checked: ImportResult = {
  rows: 2_000,
  entered: 1_600,
  refused: [
    ['the file says: left (subscribed_to_emails says false)', 352],
    ['here already: confirmed', 40],
    ['no address that can be mailed', 5],
    ['the file says: complained (state says spam)', 3],
  ],
  kinds: [
    ['may be mailed', 1_640],
    ['left', 352],
    ['complained', 3],
  ],
  takenOff: 40,
  as: 'confirmed',
  blocked: null,
}

const run: ShownImport = {
  id: 'one',
  origin: 'upload',
  format: 'csv',
  changedAt: july,
  refusedBytes: 0,
  actId: null,
  operator: 'anna@ops.example',
  name: 'members.csv',
  bytes: 184_320,
  startedAt: july,
  options: {
    people: 'confirmed',
    leftReason: null,
    statusColumns: [],
    ignoredColumns: [],
    consentSource: '',
    consentAt: null,
    consentWording: '',
  },
  state: 'checked',
  progress: { rows: 2_000, bytes: 184_320 },
  checked,
  result: null,
  error: null,
  place: 'here',
  server: 'web-1:3000',
  here: 'web-1:3000',
  stalledSince: null,
  lines: {
    facts,
    refused: [
      {
        line: 9,
        address: 'left@example.com',
        reason: 'the file says: left (subscribed_to_emails says false)',
      },
      { line: 14, address: '', reason: 'no address that can be mailed' },
    ],
  },
}

const command: ShownImport = {
  ...run,
  name: 'old-list.csv',
  operator: 'shell',
  server: 'web-1',
  state: 'done',
  result: checked,
}

/** The import: its form, and a file that was checked or could not be read. */
export const importStates: readonly DashboardState[] = (
  [
    { name: 'import', view: { screen: 'import', current: null, commands: [] } },
    {
      name: 'import-elsewhere',
      view: {
        screen: 'import',
        current: { ...run, place: 'elsewhere', here: 'web-2:3000' },
        commands: [command],
      },
    },
    { name: 'import-checked', view: { screen: 'import-run', run } },
    {
      name: 'import-stalled',
      view: {
        screen: 'import-run',
        run: { ...run, state: 'running', stalledSince: july, place: 'elsewhere', result: checked },
      },
    },
    {
      name: 'import-blocked',
      view: {
        screen: 'import-run',
        run: {
          ...run,
          name: 'bounces.csv',
          checked: {
            ...checked,
            blocked:
              "The file looks like Mailgun's list of bounces: its people may not be mailed, so they are not imported as confirmed. If everybody in the file left, choose --left. If it is another list, leave out the column error with --ignore-column.",
          },
        },
      },
    },
    {
      name: 'import-left',
      view: {
        screen: 'import-run',
        run: {
          ...run,
          options: { ...run.options, people: 'left' },
          checked: {
            ...checked,
            rows: 352,
            entered: 0,
            refused: [['everybody in this file left', 352]],
            kinds: [['left', 352]],
            as: 'left',
          },
          lines: { refused: [], facts: { ...facts, people: [], warnings: [] } },
        },
      },
    },
    {
      name: 'import-missing',
      view: {
        screen: 'import-run',
        run: { ...run, place: 'missing', lines: null },
      },
    },
    {
      name: 'import-failed',
      view: {
        screen: 'import-run',
        run: {
          ...run,
          state: 'failed',
          checked: null,
          lines: null,
          options: { ...run.options, statusColumns: ['Mailing'] },
          error:
            "--status-column names 'Mailing', a column that the file does not have. Its columns: id, email, subscribed_to_emails, created_at.",
        },
      },
    },
  ] as const satisfies readonly DashboardState[]
).map((state) => ({ ...state, frame }))
