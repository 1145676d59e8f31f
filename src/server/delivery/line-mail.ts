import type { LineStanding } from '#contract/line/standing.ts'
import type { InvitedSpot } from '#contract/mails/mails.ts'
import type { LetterText } from '#contract/letters/letters.ts'
import type { LineValues } from '#contract/render.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/store.ts'
import { campaignLine } from '#server/line/enter.ts'
import { newsStopped } from '#server/line/news.ts'
import { readStanding, readLineValues } from '#server/line/standing.ts'
import { codeOfSpot, momentAt, spotEnd } from '#server/line/spots.ts'
import type { ClaimedMail } from './leases.ts'

type LineMailDeps = { db: Db; secrets: Secrets; publicUrl: string; now: number }

/**
 * LINE-10: what a mail says of the line. It is read as the mail is sent, so that a place is of that
 * moment, and no spot's code is in the queue. Empty for mails that say nothing of it.
 */
export type LineOfMail = {
  standing?: LineStanding
  /** LINE-6: the steps of the rewards that the mail names, the highest first */
  rewards?: readonly number[]
  spot?: InvitedSpot
}
const mailsOfLine: readonly ClaimedMail['template'][] = ['friend', 'reward', 'turn']
/** Why a mail is not true any more. */
export type Unwanted = { unwanted: string }

export async function readLineOfMail(
  deps: LineMailDeps,
  mail: ClaimedMail,
): Promise<LineOfMail | Unwanted> {
  if (mail.template === 'result') return readResultMail(deps, mail)
  if (campaignLine === null)
    return !mailsOfLine.includes(mail.template)
      ? {}
      : { unwanted: 'the campaign has no line any more' }
  switch (mail.template) {
    case 'welcome': {
      const standing = await standingOf(deps, mail)
      return standing?.place ? { standing } : {}
    }
    case 'friend': {
      if (await newsStopped(deps.db, mail.personId))
        return { unwanted: 'stopped the mails about friends' }
      const standing = await standingOf(deps, mail)
      if (!standing?.place) return { unwanted: 'not in the line any more' }
      return { standing }
    }
    case 'reward': {
      const standing = await standingOf(deps, mail)
      const rewards = stepsIn(mail).filter((step) =>
        standing?.rewards.some(({ friends, state }) => friends === step && state === 'yours'),
      )
      if (!standing || rewards.length === 0) return { unwanted: 'the reward was withdrawn' }
      return { standing, rewards }
    }
    case 'turn': {
      const spot = await spotOf(deps, mail)
      return 'unwanted' in spot ? spot : { spot }
    }
    default:
      return {}
  }
}

/** QUIZ-9: a result that was confirmed meanwhile, or is gone, is asked about no more. */
async function readResultMail(
  { db }: LineMailDeps,
  mail: ClaimedMail,
): Promise<LineOfMail | Unwanted> {
  const waits = await db
    .selectFrom('unconfirmed_results')
    .select('id')
    .where('id', '=', mail.data.result ?? '')
    .executeTakeFirst()
  return waits ? {} : { unwanted: 'the quiz result is confirmed or deleted' }
}

const stepsIn = ({ data: { rewards = [] } }: ClaimedMail): readonly number[] => rewards

const lineNames = ['place', 'link', 'code'] as const

/**
 * LETTER-1: the values of a letter's placeholders, if it has any of the line's. They were counted
 * before the letter was sent, but a person may have lost theirs since.
 */
export async function readValuesOfLetter(
  { db, secrets, publicUrl }: LineMailDeps,
  { personId }: ClaimedMail,
  { subject, preview, body }: LetterText,
): Promise<LineValues | Unwanted> {
  const text = [subject, preview, body].join('\n')
  const used = (ends: string) => lineNames.filter((name) => isIn(text, `${name}${ends}`))
  if (used('').length === 0) return {}
  const values = await readLineValues(db, personId, { secrets, publicUrl })
  const missing = used('\\}').find((name) => values[name] === undefined)
  return missing === undefined ? values : { unwanted: `the person has no ${missing} any more` }
}

/** Whether a placeholder begins so. A brace behind a backslash begins none. */
const isIn = (text: string, start: string) => new RegExp(`(?<!\\\\)\\{${start}`).test(text)

const standingOf = async (
  { db, publicUrl, now }: LineMailDeps,
  { personId }: ClaimedMail,
): Promise<LineStanding | null> =>
  campaignLine && readStanding(db, personId, campaignLine, publicUrl, now)

async function spotOf(
  { db, secrets, now }: LineMailDeps,
  { data }: ClaimedMail,
): Promise<InvitedSpot | Unwanted> {
  const row = await db
    .selectFrom('wave_spots')
    .innerJoin('waves', 'waves.id', 'wave_spots.waveId')
    .select(['wave_spots.id', 'codeHash', 'state', 'number', 'quizType'])
    .select(['wave_spots.invitedAt', 'wave_spots.until'])
    .where('wave_spots.id', '=', data.spot ?? '')
    .executeTakeFirst()
  const untilMs = row ? spotEnd(row, await momentAt(db, now)) : now
  if (row?.state !== 'invited' || untilMs <= now) return { unwanted: 'the spot has ended' }
  const code = codeOfSpot(secrets, row)
  if (code === null) return { unwanted: "the secret of the spot's code is not known any more" }
  return {
    code,
    untilMs,
    wave: row.number,
    quizType: row.quizType || null,
  }
}
