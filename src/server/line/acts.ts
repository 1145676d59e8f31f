import { z } from 'zod'
import type { Transaction } from 'kysely'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { campaign } from '#campaign'
import { factsFor, type Question, type Words } from '#contract/dashboard/ask.ts'
import { nameOfStep } from '#contract/line/reward-texts.ts'
import {
  askedField,
  linePaths,
  mostNote,
  rulings,
  type OpenCredit,
  type Ruling,
  openCredits,
} from '#contract/line/screens.ts'
import { creditWords, othersText, reasonWords, rewardWords } from '#contract/line/words.ts'
import { personPath } from '#contract/people/screens.ts'
import { counted, grouped } from '#contract/english.ts'
import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db } from '#server/db/store.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { creditOfFriend, type CreditRow, friendsOf } from './friends.ts'
import { campaignLine } from './enter.ts'
import { rewardOf, type RewardRow } from './ledger.ts'
import { withdrawReward } from './rewards.ts'
import { creditOf, setCreditState, settleFriends } from './credits.ts'
import { lockLine, statesInLine } from './line.ts'

const lineAct = act<ActDeps>()
type Named = { id: string; email: string }
const linkTo = ({ id, email }: Named): Words => ({ link: email, path: personPath(id) })

const asked = (
  ruling: Ruling,
  words: Omit<Question, 'nav' | 'crumb' | 'danger' | 'back'>,
): Question => ({
  nav: 'line',
  crumb: { label: 'Credits', path: linePaths.credits },
  ...words,
  danger: ruling === 'refused',
  back: 'Not now',
})

const ofFriend: Record<Ruling, { said: string } & Pick<Question, 'title' | 'facts' | 'button'>> = {
  counts: {
    said: 'Ruled that a friend counts',
    title: 'Does this friend count?',
    facts: {
      Then: 'counts for the place [rewards: and for rewards ]of the link’s owner',
      'The owner is told': 'one sign-up more counts; never who',
    },
    button: 'Counts',
  },
  refused: {
    said: 'Ruled that a friend is not another person',
    title: 'Not another person?',
    facts: {
      Then: 'counts for nothing; the friend stays on the list with the same place',
      'The owner is told': 'a number; never who or why',
      Rewards:
        '[rewards: one that is held is taken back; one that is due stays until it is withdrawn]',
    },
    button: 'Not another person',
  },
}

/** LINE-5: the friend may have left or been erased since the page asked. */
const ruleOnFriend = (ruling: Ruling) =>
  lineAct<CreditRow>({
    name: ruling === 'counts' ? 'count-friend' : 'refuse-friend',
    said: ofFriend[ruling].said,
    path: linePaths.rule(':id', ruling),
    find: ({ store }, { id }) => creditOfFriend(store.db, String(id)),
    ask: async (_, credit) => askOnFriend(ruling, credit),
    personOf: ({ friend }) => friend.id,
    run: ({ store, now }, { subject: { friend }, by }) =>
      store.transact((trx) => ruleOnCredit(trx, friend.id, ruling, by, now())),
    outcome: (done) =>
      done === 'done' ? 'done' : 'nothing changed, the friend is no longer stored',
    leadsTo: () => linePaths.credits,
  })

function askOnFriend(ruling: Ruling, credit: CreditRow): Question {
  const { title, button } = ofFriend[ruling]
  const facts = factsFor(ofFriend[ruling].facts, partsOf(campaign))
  const { friend, owner, state, reason, ruledAt, ruledBy } = credit
  const ofLink = { ...credit.others, [state]: credit.others[state] + 1 }
  const open = ofLink.waiting + ofLink['place-only']
  return asked(ruling, {
    title,
    note: 'The log names you. Another decision can follow at any time.',
    facts: {
      Friend: [linkTo(friend), { small: ['confirmed ', { soon: credit.at }] }],
      'By the link of': [linkTo(owner), { small: othersText(credit) }],
      State:
        ruledAt === null
          ? creditWords[state][1]
          : [creditWords[state][1], { small: [`${ruledBy} ruled on `, { moment: ruledAt }] }],
      ...(reason !== '' && { 'In doubt': reasonWords[reason] }),
      ...facts,
      ...(state === 'waiting' && {
        'Without a decision': `counts for the place ${campaignLine?.rulingDays} days after the confirmation${saidOf('[rewards: , never for a reward]', partsOf(campaign))}`,
      }),
    },
    ...(open > 1 && {
      text: [
        `All ${grouped(open)} of this link in doubt: `,
        { link: 'count all', path: linePaths.ruleAll(owner.id, 'counts') },
        ', ',
        { link: 'refuse all', path: linePaths.ruleAll(owner.id, 'refused') },
      ],
    }),
    button,
  })
}

const ofLink: Record<Ruling, { said: string; effect: string; title: string; button: string }> = {
  counts: {
    said: 'Ruled that the friends of a link count',
    title: 'Do all of them count?',
    effect: 'each counts for the place [rewards: and for rewards ]of the link’s owner',
    button: 'All count',
  },
  refused: {
    said: 'Ruled that the friends of a link are not other people',
    title: 'None of them another person?',
    effect:
      'they count for nothing, and stay on the list with the same places[rewards: ; a reward that is held is taken back]',
    button: 'None is another person',
  },
}

/** `before` (ms): friends who confirm later are not ruled on. */
type LinkInDoubt = { owner: Named; open: Record<OpenCredit, number>; before: number }

/** LINE-5: a ruling on all friends of a link who are in doubt, in small transactions. */
const ruleOnAll = (ruling: Ruling) =>
  lineAct<LinkInDoubt>({
    name: ruling === 'counts' ? 'count-friends' : 'refuse-friends',
    said: ofLink[ruling].said,
    path: linePaths.ruleAll(':id', ruling),
    async find({ store, now }, { id, [askedField]: asOf }, isPressed) {
      const owner = await ownerIn(store.db, String(id))
      const before = isPressed ? Number(asOf) : now()
      if (!owner || !Number.isSafeInteger(before)) return null
      const open = await friendsOf(store.db, owner.id)
      return !isPressed && open.waiting + open['place-only'] === 0 ? null : { owner, open, before }
    },
    ask: async (_, { owner, open, before }) =>
      asked(ruling, {
        title: ofLink[ruling].title,
        note: 'The log names you. Another decision on each of them can follow at any time.',
        facts: {
          'The link of': linkTo(owner),
          'In doubt': [
            grouped(open.waiting + open['place-only']),
            {
              small: `${grouped(open.waiting)} waiting, ${grouped(open['place-only'])} for the place only`,
            },
          ],
          Then: saidOf(ofLink[ruling].effect, partsOf(campaign)),
          'Not included': 'friends who confirm after this page, and those whom somebody ruled on',
        },
        sends: [[askedField, String(before)]],
        button: ofLink[ruling].button,
      }),
    personOf: ({ owner }) => owner.id,
    async run({ store, now }, { subject: { owner, before }, by }) {
      const steps = smallTransactions(store)
      for (let all = 0; ;) {
        const most = steps.rows()
        const rule = { ownerId: owner.id, ruling, operator: by, before, most }
        const some = await steps.step((trx) => ruleOnLink(trx, rule, now()))
        all += some
        if (some < most) return counted(all, 'friend')
      }
    },
    outcome: (done) => done,
    leadsTo: () => linePaths.credits,
  })

const ownerIn = (db: Db, id: string) =>
  db.selectFrom('people').select(['id', 'email']).where('id', '=', id).executeTakeFirst()

const note = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.trim().slice(0, mostNote) : ''),
  z.string().min(1, 'Write why: the ledger keeps it.'),
)

/** LINE-6: for a proven ring. The ledger keeps the note, the log does not. */
const withdraw = lineAct<RewardRow, RewardRow, { note: string }, boolean>({
  name: 'withdraw-reward',
  said: 'Withdrew a reward',
  path: linePaths.withdraw(':id', ':step'),
  find: async ({ store }, { id, step }) =>
    (/^\d{1,6}$/.test(String(step)) &&
      (await rewardOf(store.db, { personId: String(id), step: Number(step) }))) ||
    null,
  ask: async (_, { personId, email, step, number, state, at }) => ({
    nav: 'line',
    crumb: { label: 'Rewards', path: linePaths.rewards },
    title: 'Withdraw this reward?',
    note: 'For a proven ring. Rule on its friends too: otherwise they still count for the place.',
    facts: {
      Person: linkTo({ id: personId, email }),
      Reward: [
        nameOfStep(campaign, step),
        ...(number === null ? [] : [{ small: `number ${grouped(number)}` }]),
      ],
      State: [rewardWords[state][1], { small: ['since ', { soon: at }] }],
      Then: 'it is no longer due, and more friends do not bring it back',
      'The person is told': 'on their own page that it was withdrawn, with this note',
    },
    inputs: [
      {
        kind: 'note',
        name: 'note',
        label: 'Why: a note that the person can read too',
        most: mostNote,
      },
    ],
    button: 'Withdraw',
    danger: true,
    back: 'Leave it as it is',
  }),
  fields: z.object({ note }),
  personOf: ({ personId }) => personId,
  details: ({ subject: { step } }) => ({ reward: nameOfStep(campaign, step) }),
  run: ({ store, now }, { subject: { personId, step }, fields }) =>
    store.transact((trx) => withdrawReward(trx, personId, step, fields.note, now())),
  outcome: (had) => (had ? 'done' : 'nothing changed, the person no longer has it'),
  leadsTo: ({ step }) => `${linePaths.rewards}?step=${step}&state=withdrawn`,
})

/** LINE-4 to LINE-6: what operators do to the friends and rewards of a line. */
export const lineActs: readonly Act<ActDeps>[] = [
  ...rulings.map(ruleOnFriend),
  ...rulings.map(ruleOnAll),
  withdraw,
]

/**
 * LINE-4, LINE-5: an operator rules on a friend's credit, also on one that counts already or was
 * ruled on before. A friend who is off the list counts when they come back. `gone`: the credit was
 * deleted meanwhile.
 */
export async function ruleOnCredit(
  trx: Transaction<Schema>,
  friendId: string,
  ruling: Ruling,
  operator: string,
  now: number,
): Promise<'done' | 'gone'> {
  const head = await lockLine(trx)
  const credit = await creditOf(trx, friendId)
  if (!campaignLine || !head || !credit) return 'gone'
  await ruleOn(trx, credit, ruling, operator, now)
  await settleFriends(trx, head, credit.ownerId, campaignLine, now)
  return 'done'
}

/** `before`: friends who confirmed later (ms) are not ruled on. `most`: so many at once. */
type LinkRuling = {
  ownerId: string
  ruling: Ruling
  operator: string
  before: number
  most: number
}

/**
 * LINE-5: the same for friends of one link who wait for a ruling or count for the place only.
 * Returns how many it ruled on: fewer than `most` once there are no more.
 */
async function ruleOnLink(
  trx: Transaction<Schema>,
  { ownerId, ruling, operator, before, most }: LinkRuling,
  now: number,
): Promise<number> {
  const head = await lockLine(trx)
  if (!campaignLine || !head) return 0
  const credits = await trx
    .selectFrom('credits')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('state', 'in', openCredits)
    .where('at', '<=', before)
    .orderBy('at')
    .orderBy('friendId')
    .limit(most)
    .execute()
  for (const credit of credits) await ruleOn(trx, credit, ruling, operator, now)
  if (credits.length > 0) await settleFriends(trx, head, ownerId, campaignLine, now)
  return credits.length
}

async function ruleOn(
  trx: Transaction<Schema>,
  { friendId, state: before }: CreditsTable,
  ruling: Ruling,
  operator: string,
  now: number,
): Promise<void> {
  const state = ruling === 'refused' ? 'refused' : await stateIfCounted(trx, friendId)
  await trx
    .updateTable('credits')
    .set({ ruledAt: now, ruledBy: operator })
    .where('friendId', '=', friendId)
    .execute()
  if (state !== before) await setCreditState(trx, [friendId], state, now)
}

/** The lock of the line is held, so no friend can leave or come back meanwhile. */
async function stateIfCounted(
  trx: Transaction<Schema>,
  friendId: string,
): Promise<'counted' | 'taken-back'> {
  const friend = await trx
    .selectFrom('line')
    .select('state')
    .where('personId', '=', friendId)
    .executeTakeFirst()
  return friend && statesInLine.includes(friend.state) ? 'counted' : 'taken-back'
}
