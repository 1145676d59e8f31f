import type { PageVisit } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readAhead, readStanding } from '#server/line/standing.ts'
import { welcomeData } from '#server/outbox/pending-mail.ts'
import type { Link, LinkDeps } from './link-handler.ts'

type ConfirmPage = Extract<PageVisit, { page: 'confirm' }>

/**
 * The confirm page. LINE-9: it names the next place before the press, and the person's own after
 * it. After the press it leads to the quiz, unless a result is saved with the address.
 */
export async function confirmPage(
  { store: { db }, publicUrl, calendar }: LinkDeps,
  { personId, action }: Link,
  view: ConfirmPage['view'],
): Promise<ConfirmPage> {
  if (view === 'ask') {
    const ahead = campaignLine && (await readAhead(db, personId, calendar()))
    return { page: 'confirm', view, action, ...(ahead && { ahead }) }
  }
  const { quizType } = await welcomeData(db, personId)
  const confirmed = { page: 'confirm', view, action, quizTaken: quizType !== undefined } as const
  const standing =
    campaignLine && (await readStanding(db, personId, campaignLine, publicUrl, calendar()))
  const confirmedAt = standing && (await confirmedAtOf(db, personId))
  return {
    ...confirmed,
    ...(standing && { standing }),
    ...(confirmedAt && { confirmedAt }),
  }
}

const confirmedAtOf = async (db: Db, personId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('people')
      .select('confirmedAt')
      .where('id', '=', personId)
      .executeTakeFirst()
  )?.confirmedAt ?? null
