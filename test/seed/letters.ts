import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { Store } from '#server/db/store.ts'
import { storeReport, type Report } from '#server/bounces/reports.ts'
import { recordLetterMails, type EndedLetterMail } from '#server/letters/outcomes.ts'
import { finishLetters, holdAllLetters, pauseLateLetters } from '#server/letters/states.ts'
import { storeRun } from '#server/ops/doctor/doctor.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { countOfLetters } from '#server/outbox/letter-counts.ts'
import { addListed, feedLetters } from '../letters.ts'
import { openMailServer } from '../smtp.ts'
import { signIn } from '../signed-in.ts'
import { silentLog } from '../silent-log.ts'
import { asking, audience, draft, pressed, writing } from './letter-drafts.ts'
import {
  dayMs,
  hourMs,
  minuteMs,
  noonMs,
  playScene,
  until,
  type Scene,
  type Taken,
} from './scene.ts'

const few = 24
/** When the letter that is being sent was sent. */
const begunMs = noonMs - 162 * minuteMs

/** Letters in each state, each by the act that leads there. */
export async function letters(taken: Taken): Promise<void> {
  const mailServer = await openMailServer()
  const env = { SMTP_URL: mailServer.url }
  await playScene(taken, { env, fill: fillAudience }, async (scene) => {
    const id = await writing(scene)
    await until(() => mailServer.received.length > 0)
    await asking(scene, id)
    await sentToFew(scene)
    await sending(scene, id)
    await stoppedByBounces(scene)
    await scene.take('letters', navigation.letters.path)
    await scene.take('letters-reader', navigation.letters.path, { as: scene.bob })
    await held(scene)
    await late(scene)
  })
}

const hosts = [
  'gmail.com',
  'outlook.com',
  'gmail.com',
  'icloud.com',
  'gmail.com',
  'gmx.de',
  'a.example',
]

async function fillAudience(store: Store, clock: { now: number }) {
  clock.now = noonMs - 4 * hourMs
  const at = (n: number) => hosts[n % hosts.length]!
  await addListed(
    store,
    Array.from({ length: audience }, (_, n) => ({
      id: `person-${String(n).padStart(5, '0')}`,
      email: `person.${n}@${at(n)}`,
      source: n < few ? 'hyrox-weekly' : n % 6 === 1 ? 'TikTok' : '',
      quizType: n % 3 === 0 ? 'energy' : '',
      language: n % 5 === 2 ? 'nl' : 'en',
    })),
  )
  await addListed(
    store,
    Array.from({ length: 287 }, (_, n) => ({
      id: `waits-${n}`,
      state: 'unconfirmed' as const,
      confirmedAt: null,
    })),
  )
  const check = { found: '', advice: null, record: null }
  await storeRun(store, {
    at: noonMs - 9 * hourMs,
    outcome: 'in order',
    checks: [{ ...check, key: 'dkim', state: 'in order' }],
  })
}

/** A letter to few people, for each of whom another thing went wrong, until it is done. */
async function sentToFew(scene: Scene) {
  const { anna, bob, clock, store, take } = scene
  const id = await draft(scene, { subject: 'The unit, taken apart', source: 'utm hyrox-weekly' })
  await anna.post(letterPaths.send(id), pressed(1, few))
  await feedLetters(store, clock.now)
  const mails = await store.db
    .selectFrom('outbox')
    .select(['id', 'personId', 'domain', 'letterLanguage'])
    .where('letterId', '=', id)
    .orderBy('personId')
    .execute()
  for (const [index, { id: mailId, domain, letterLanguage }] of mails.entries()) {
    const { state, reason, report } = fates[index] ?? { state: 'sent' as const }
    await store.db
      .updateTable('outbox')
      .set({ state, reason: reason ?? null, waits: 'time', dueAt: clock.now + index * minuteMs })
      .where('id', '=', mailId)
      .execute()
    const mail = { id: mailId, letterId: id, letterLanguage, domain }
    await store.transact<unknown>((trx) =>
      state === 'sent' || state === 'dead'
        ? recordLetterMails(trx, [{ ...mail, outcome: outcomes[state] }], clock.now)
        : countOfLetters(trx, [mail], state === 'uncertain' ? 'uncertain' : 'skipped'),
    )
    if (report)
      await storeReport(
        { store, log: silentLog },
        {
          kind: report,
          via: report === 'soft-bounce' ? 'smtp' : 'mailbox',
          mailId,
          eventKey: mailId,
          reason: reason!,
        },
        clock.now + index * minuteMs,
      )
  }
  clock.now += 25 * minuteMs
  await take('letter-none-to-go', letterPath(id))
  await store.transact((trx) => finishLetters(trx, clock.now))
  await take('letter-done', letterPath(id))
  await take('letter-undelivered', letterPaths.undelivered(id))
  await take('letter-undelivered-reader', letterPaths.undelivered(id), { as: bob })
}

const outcomes = { sent: 'accepted', dead: 'refused' } as const
type Fate = { state: MailState; reason?: string; report?: Report['kind'] }
const fates: readonly Fate[] = [
  { state: 'sent', report: 'hard-bounce', reason: '550 5.1.1 the mailbox does not exist' },
  { state: 'sent', report: 'complaint', reason: 'reported as spam' },
  { state: 'dead', reason: '550 5.0.0 message refused' },
  { state: 'sent', report: 'refusal', reason: '550 5.7.1 blocked for policy' },
  { state: 'dead', report: 'soft-bounce', reason: '552 5.2.2 mailbox full' },
  { state: 'sent', report: 'account', reason: '550 5.4.5 daily sending limit exceeded' },
  { state: 'uncertain', reason: 'the connection was lost after the text' },
  { state: 'overdue', reason: 'not accepted within 72 hours' },
  { state: 'cancelled', reason: 'left the list' },
]

/** The letter to everybody: being sent, paused, resumed and stopped. */
async function sending(scene: Scene, id: string) {
  const { anna, jo, bob, clock, take } = scene
  clock.now = begunMs
  await anna.post(letterPaths.send(id), pressed(2))
  for (const [hour, mails] of [500, 990, 1_990].entries())
    await mailsEnd(scene, id, {
      from: begunMs + hour * hourMs,
      accepted: mails,
      bounced: 4,
      refused: 2,
    })
  clock.now = noonMs
  await take('letter-sending', letterPath(id))
  await take('letter-sending-reader', letterPath(id), { as: bob })
  await take('letter-resume-refused', letterPaths.act(id, 'resume'), { as: jo })
  await take('letter-pause', letterPaths.act(id, 'pause'))
  await anna.post(letterPaths.act(id, 'pause'))
  clock.now += 20 * minuteMs
  await take('letter-paused', letterPath(id))
  await take('letter-resume', letterPaths.act(id, 'resume'))
  await take('letter-stop', letterPaths.act(id, 'stop'))
  const copy = await anna.post(letterPaths.copy(id))
  const copyId = /letters\/([\w-]+)/.exec(copy.headers.get('location')!)![1]!
  await anna.post(letterPaths.act(copyId, 'delete'))
}

type Ended = { from: number; accepted: number; bounced: number; refused?: number }

/** As the mail server answers them; which mails they were does not matter. */
const mailsEnd = ({ store }: Scene, letterId: string, { from, ...outcomes }: Ended) =>
  store.transact((trx) =>
    recordLetterMails(
      trx,
      (Object.entries(outcomes) as [EndedLetterMail['outcome'], number][]).flatMap(
        ([outcome, count]) =>
          Array.from({ length: count }, (_, n) => ({
            id: `${outcome} ${n}`,
            letterId,
            letterLanguage: n % 5 === 2 ? 'nl' : 'en',
            domain: hosts[n % hosts.length]!,
            outcome,
          })),
      ),
      from,
    ),
  )

/** A letter that stopped by itself, and is stopped for good. */
async function stoppedByBounces(scene: Scene) {
  const { anna, clock, take } = scene
  const audience = { subject: 'A word to those from TikTok', source: 'utm TikTok' }
  const id = await draft(scene, audience)
  await anna.post(letterPaths.send(id), pressed(1, 1_400))
  await mailsEnd(scene, id, { from: clock.now, accepted: 571, bounced: 31 })
  clock.now += 9 * minuteMs
  await take('letter-stopped', letterPath(id))
  await anna.post(letterPaths.act(id, 'stop'))
  await take('letter-ended', letterPath(id))
  await take('letter-ended-undelivered', letterPaths.undelivered(id))
}

/** After the store was put back, nobody knows who has had it. */
async function held(scene: Scene) {
  const { clock, store, take } = scene
  const id = await sentLately(scene, 'What the first 1,000 get')
  await mailsEnd(scene, id, { from: clock.now, accepted: 500, bounced: 2 })
  await store.transact((trx) => holdAllLetters(trx, clock.now))
  await take('letter-held', letterPath(id))
  await take('letter-held-resume', letterPaths.act(id, 'resume'))
  await take('letters-attention', navigation.overview.path)
}

/** Of which nothing left for three days. */
async function late(scene: Scene) {
  const { app, clock, store, take } = scene
  const id = await sentLately(scene, 'Your code is inside')
  clock.now += 3 * dayMs + hourMs
  await store.transact((trx) => pauseLateLetters(trx, clock.now))
  await take('letter-late', letterPath(id), {
    as: await signIn(app, 'anna@fuel.example', clock.now),
  })
}

async function sentLately(scene: Scene, subject: string): Promise<string> {
  const id = await draft(scene, { subject })
  await scene.anna.post(letterPaths.send(id), pressed(1))
  return id
}
