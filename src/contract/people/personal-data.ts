import { amountInWords } from '#contract/promises/amounts.ts'
import { mostSoftBounces, operatorTime } from '#contract/promises/operator-times.ts'
import { saidOf, type CampaignPart, type HasPart } from '#contract/campaign/campaign-parts.ts'
import type { LineRecord } from '#contract/line/records.ts'
import type {
  ConsentRecord,
  OfferRecord,
  SavedQuizResult,
  UnconfirmedQuizResult,
  MailRecord,
  MailReportRecord,
  SequenceRecord,
} from './personal-records.ts'
import { counted } from '#contract/english.ts'
import { fillBy } from '#contract/text.ts'
import type { PersonState } from './waitlist.ts'

/**
 * A column of table `people` that is personal data. `field` is its name in JSON; the CSV column has
 * the same name in snake_case. `time` is in ms since 1970. `label` names it on the operator's screen
 * of the person, as 'Label: value'; null where a sentence of that screen and of /me shows it. What
 * visitors read of it are the words `stored` (campaigns/base/words/stored.ts).
 */
export type PersonalColumn = {
  column: string
  field: string
  holds: 'text' | 'state' | 'time'
  nullable?: true
  label: string | null
  description: string
}

/**
 * Every personal column of `people`, declared once. /me, its download, the screen of a person, the
 * privacy page, `people -- show`, both exports and the table in docs/operating.md follow from this
 * list, in this order. Erasure deletes the row, and backups and moves copy every column of it.
 */
export const personalColumns = [
  {
    column: 'email',
    field: 'email',
    holds: 'text',
    label: null,
    description: 'the address, trimmed and in lower case',
  },
  {
    column: 'state',
    field: 'state',
    holds: 'state',
    label: null,
    description: 'unconfirmed, confirmed, unsubscribed, bounced, complained or suppressed',
  },
  {
    column: 'language',
    field: 'language',
    holds: 'text',
    label: null,
    description: 'the language of the page of the sign-up, as `en`, or the one chosen since',
  },
  {
    column: 'placement',
    field: 'placement',
    holds: 'text',
    label: null,
    description: 'the form of the sign-up, or `import`',
  },
  {
    column: 'source',
    field: 'source',
    holds: 'text',
    label: null,
    description: "`utm_source`, or the import file's source; may be empty",
  },
  {
    column: 'utmMedium',
    field: 'medium',
    holds: 'text',
    label: null,
    description: '`utm_medium`; may be empty',
  },
  {
    column: 'utmCampaign',
    field: 'campaign',
    holds: 'text',
    label: null,
    description: '`utm_campaign`; may be empty',
  },
  {
    column: 'referrerHost',
    field: 'referrer',
    holds: 'text',
    label: null,
    description: 'the host of the page that linked here; may be empty',
  },
  {
    column: 'createdAt',
    field: 'joinedAt',
    holds: 'time',
    label: null,
    description: "when the person signed up; of an imported person the file's date",
  },
  {
    column: 'confirmedAt',
    field: 'confirmedAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when the person first confirmed',
  },
  {
    column: 'leftAt',
    field: 'leftAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when the person left the list',
  },
  {
    column: 'importedAt',
    field: 'importedAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when an import entered the person; null for a sign-up',
  },
  {
    column: 'mailSuspendedUntil',
    field: 'mailResumesAt',
    holds: 'time',
    nullable: true,
    label: 'Email paused until',
    description: `until when no mail is sent, after ${amountInWords(mostSoftBounces, 'en')} soft bounces in ${operatorTime('softBounces')}; null if never`,
  },
  {
    column: 'languageChosenAt',
    field: 'languageChosenAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when the person chose the language on their own page; null if never',
  },
] as const satisfies readonly PersonalColumn[]

type Declared = (typeof personalColumns)[number]
export type PersonalField = Declared['field']
/** Of the columns with a label. */
export type LabelledField = Extract<Declared, { label: string }>['field']
type ValueOf<C extends PersonalColumn> =
  | { text: string; state: PersonState; time: number }[C['holds']]
  | (C extends { nullable: true } ? null : never)
type ColumnValues = { [C in Declared as C['field']]: ValueOf<C> }

/** The rows of other tables about one person, oldest first, by part. */
export type PersonalParts = {
  consents: ConsentRecord[]
  offers: OfferRecord[]
  quizResults: SavedQuizResult[]
  /** QUIZ-9: undefined where there is none */
  unconfirmedQuizResults?: UnconfirmedQuizResult[]
  mails: MailRecord[]
  reports: MailReportRecord[]
  /** progress in the mails on quiz results; null where none began */
  sequence: SequenceRecord | null
  links: { purpose: string; madeAt: number; endsAt: number | null }[]
  /** null where the line keeps nothing of them */
  line: LineRecord | null
}

/**
 * `needs`: the part of the campaign that it comes from. `empty`: its value for a person without rows.
 * `noun`: what one row is called, or all of a part that is no list. `saidIn`: where the privacy page says what it holds, if not in a sentence of
 * `stored` (campaigns/base/words/stored.ts). `words` show each row on /me and on the screen of the person, as a
 * sentence with the row's values in braces, at the time `at`; without them both draw the part
 * themselves, or do not compile.
 */
export type PersonalPart<Rows = unknown> = {
  needs?: CampaignPart
  empty: Rows
  noun: string
  saidIn?: string
  words?: { title: string; row: string; at: string }
}

/** Every part, declared once like the columns. The server reads each, or does not compile. */
export const personalParts = {
  consents: {
    empty: [],
    noun: 'consent',
  },
  offers: {
    needs: 'offers',
    empty: [],
    noun: 'offer',
  },
  quizResults: {
    needs: 'quiz',
    empty: [],
    noun: 'quiz result',
  },
  unconfirmedQuizResults: {
    needs: 'quiz',
    empty: undefined,
    noun: 'quiz result',
  },
  mails: {
    empty: [],
    noun: 'mail',
  },
  reports: {
    empty: [],
    noun: 'mail report',
  },
  sequence: {
    needs: 'sequence',
    empty: null,
    noun: 'the progress in the mails on quiz results',
  },
  links: { empty: [], noun: 'mailed link' },
  line: {
    needs: 'line',
    empty: null,
    noun: 'the place in line, the own link[no rewards:  and friends][rewards: , friends and rewards]',
    saidIn: 'line.copy.privacy of the campaign',
  },
} satisfies { [Part in keyof PersonalParts]-?: PersonalPart<PersonalParts[Part]> }

type Parts = typeof personalParts
/** Parts that /me and the screen of a person draw themselves. */
export type DrawnPart = {
  [Part in keyof Parts]: Parts[Part] extends { words: object } ? never : Part
}[keyof Parts]

/**
 * All data about one person. Names that end in `At` are times in ms since 1970.
 */
export type PersonalData = ColumnValues & PersonalParts

/** Parts of which the privacy page has a sentence. */
export type WordedPart = {
  [Part in keyof Parts]: Parts[Part] extends { saidIn: string } ? never : Part
}[keyof Parts]

type Shown = { field: LabelledField; label: string; value: string | number; isTime: boolean }

/** The columns with a label that have a value. */
export const labelledColumns = (person: PersonalData): Shown[] =>
  personalColumns.flatMap(({ field, label, holds }: PersonalColumn) => {
    const value = person[field as keyof ColumnValues]
    return label === null || value === null || value === ''
      ? []
      : // A label has such a field.
        [{ field: field as LabelledField, label, value, isTime: holds === 'time' }]
  })

type PlainRow = { at: number; title: string; text: string }

/** The rows of the parts with words, part by part. `timeText` writes a time. */
export const plainRows = (
  person: PersonalData,
  timeText: (at: number) => string,
): readonly PlainRow[] =>
  Object.entries<PersonalPart>(personalParts).flatMap(([part, { words }]) => {
    const rows = (person as Record<string, unknown>)[part] as Record<string, unknown>[]
    return words
      ? rows.map((row) => ({
          at: Number(row[words.at]),
          title: words.title,
          text: fillBy(words.row, (name) =>
            name.endsWith('At') ? timeText(Number(row[name])) : String(row[name]),
          ),
        }))
      : []
  })

/** What is stored of a person beside the columns: '2 consents', parts of one noun in one sum. */
export function storedInWords(person: PersonalData, has: HasPart): string[] {
  const sums = new Map<string, number | null>()
  for (const [part, { noun }] of Object.entries<PersonalPart>(personalParts)) {
    const stored = (person as Record<string, unknown>)[part] ?? []
    if (!Array.isArray(stored)) sums.set(noun, null)
    else if (stored.length > 0) sums.set(noun, (sums.get(noun) ?? 0) + stored.length)
  }
  return [...sums].map(([noun, rows]) => (rows === null ? saidOf(noun, has) : counted(rows, noun)))
}

/** Without the parts that the campaign lacks, unless something is stored of them. */
export const storedOf = (person: PersonalData, has: HasPart): Partial<PersonalData> =>
  Object.fromEntries(
    Object.entries(person).filter(([name, value]) => {
      const { needs, empty = null } = (personalParts as Record<string, PersonalPart>)[name] ?? {}
      const isEmpty = Array.isArray(value) ? value.length === 0 : value === empty
      return needs === undefined || has(needs) || !isEmpty
    }),
  ) as Partial<PersonalData>

/** LINE-9: what a person can change about their link, the mails about friends and their device. */
export const lineActs = ['name', 'new-link', 'stop-news', 'news', 'remember', 'forget'] as const
export type LineAct = (typeof lineActs)[number]

/**
 * What a person can do on their own page: each is a path under it, whose GET asks and whose POST
 * acts.
 */
export const meActs = ['leave', 'consent', 'erase', 'language', ...lineActs] as const
export type MeAct = (typeof meActs)[number]

export const meDownload = 'data.json'

/** QUIZ-9: under it the id of a quiz result that waits to be confirmed. */
export const meResult = 'result'

/** LANG-2: the form field of a language. */
export const languageField = 'language'

/** The form field of a first name. */
export const nameField = 'name'
