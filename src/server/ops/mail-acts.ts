import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { counted } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import type { Act } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { describeHeld, heldAsJson, holdMails } from '#server/delivery/hold.ts'
import { readQueueState } from '#server/delivery/queue-facts.ts'
import { pauseUntilResumed, readPause, resumeQueue } from '#server/delivery/queue-pause.ts'
import { destinationKind } from '#server/config/destination.ts'
import { askDoctor, describeRun, summaryOf } from './doctor/doctor.ts'
import { endSignIns } from './restore.ts'
import {
  asked,
  countIn,
  holdAgain,
  holding,
  isHolding,
  leadsTo,
  mailAct,
  noServer,
  nothing,
  outcomeOf,
  whileHolding,
  type MailActDeps,
} from './mail-act.ts'
import { release, retry } from './set-aside-acts.ts'

/** Also replaces an automatic pause: neither a probe nor an accepted mail ends this one. */
const pause = mailAct({
  name: 'pause-mail',
  said: 'Paused mail',
  path: mailPaths.pause,
  leadsTo,
  undo: { path: mailPaths.resume, label: 'Resume' },
  async ask({ store: { db } }) {
    const waiting = counted(await countIn(db, ['due', 'sending']), 'mail')
    return asked({
      title: 'Pause all mail?',
      facts: {
        Waits: `${waiting}, and every mail that ${saidOf('sign-ups[sequence:  and sequences]', partsOf(campaign))} add`,
        'Already handed over': 'cannot be called back',
        Ends: 'when somebody resumes; nothing else ends it',
        'Sign-ups': 'continue, but nobody new can confirm',
      },
      button: 'Pause mail',
      back: 'Keep sending',
    })
  },
  async run({ store, now }) {
    if (await isHolding(store)) return holding
    if ((await readPause(store.db))?.by === 'held') return 'paused already'
    await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', now()))
    return 'paused'
  },
  outcome: (result) =>
    outcomeOf(result, { paused: 'done', 'paused already': 'it was paused already' }),
  command: {
    name: 'pause',
    help: 'Stops all mail until resume. Sign-ups continue, and their mails wait.',
    refused: whileHolding,
    json: () => ({ paused: true }),
    says: (result) => [
      `Mail is paused${result === 'paused' ? '' : ' already'}. To resume: npm run mail -- resume.`,
    ],
  },
})

const resume = mailAct({
  name: 'resume-mail',
  said: 'Resumed mail',
  path: mailPaths.resume,
  leadsTo,
  async ask({ store: { db }, config, sequence, now }) {
    const { ready, lastLeavesAt } = await readQueueState(db, { config, sequence }, now())
    const paused = await readPause(db)
    if (!paused) return nothing('Mail is not paused')
    return asked({
      title: 'Resume mail?',
      facts: {
        'Paused, because': { quoted: paused.reason },
        Leaves: counted(ready, 'mail'),
        'The last leaves':
          ready === 0 || lastLeavesAt === null ? '–' : ['about ', { soon: lastLeavesAt }],
        'If it is refused again': 'the queue pauses again and says why',
      },
      button: `Resume and send ${counted(ready, 'mail')}`,
      back: 'Stay paused',
    })
  },
  async run({ store, now, mailQueued }) {
    if (await isHolding(store)) return holding
    const wasPaused = (await readPause(store.db)) !== null
    await store.transact(async (trx) => resumeQueue(trx, now()))
    mailQueued()
    return wasPaused ? 'resumed' : 'not paused'
  },
  outcome: (result) => outcomeOf(result, { resumed: 'done', 'not paused': 'it was not paused' }),
  command: {
    name: 'resume',
    help: 'Ends a pause at once.',
    refused: whileHolding,
    json: () => ({ resumed: true }),
    says: () => [
      'Mail is resumed. If the mail server still refuses, the queue pauses again with the reason.',
    ],
  },
})

/** From a shell it also signs operators out: a stolen session may have been ended since. */
const hold = mailAct({
  name: 'hold-mail',
  said: 'Held all waiting mail',
  path: mailPaths.hold,
  leadsTo,
  async ask({ store: { db } }) {
    const due = await countIn(db, ['due'])
    const sending = counted(await countIn(db, ['sending']), 'mail')
    return asked({
      title: 'Hold all waiting mails?',
      facts: {
        'Set aside': `${counted(due, 'waiting mail')}, until somebody releases them`,
        'Being sent': `${sending}; the hold waits for the mail server’s answer`,
        'New sign-ups': 'their mails wait too, and leave when mail is resumed',
        When: 'after the database was restored to an earlier time: mails may have been sent before',
      },
      button: `Hold ${counted(due, 'mail')}`,
      back: 'Cancel',
    })
  },
  async run({ store, sequence, time, progress }, { by }) {
    const reason = by === shell ? 'held by npm run mail -- hold' : 'held by an operator'
    try {
      const held = await holdMails({ store, sequence, alone: false, time, print: progress }, reason)
      return { held, ended: by === shell ? await endSignIns(store) : [] }
    } catch (error) {
      progress(holdAgain)
      throw error
    }
  },
  outcome: ({ held: { count } }) => `${counted(count, 'mail')} held`,
  command: {
    name: 'hold',
    help: 'Pauses mail, holds waiting and due mails until release, and signs operators out of the dashboard. Use it after Postgres was restored to an earlier time.',
    jsonHelp: 'prints JSON at the end, and the progress to standard error',
    json: ({ held }) => heldAsJson(held),
    says: ({ held, ended }) => [...describeHeld(held), ...ended],
  },
})

/** DOCTOR-1: asks at once, because nothing changes but the result. */
const doctor = mailAct({
  name: 'ask-doctor',
  said: 'Asked the mail doctor',
  path: mailPaths.doctor,
  leadsTo,
  run: async ({ store, config, time: { now } }) =>
    destinationKind(config) === 'smtp' ? askDoctor(store, config, now) : null,
  outcome: (run) => (run ? summaryOf(run.checks) : noServer),
  command: {
    name: 'doctor',
    help: 'Checks the settings that decide whether mails arrive: SPF, DKIM, DMARC, Return-Path, MX, the reverse name and TLS, by DNS and by a test mail to BOUNCE_ADDRESS. Prints each record to publish. Exit code 1 if something is wrong.',
    read: async ({ config }) =>
      destinationKind(config) === 'smtp'
        ? { subject: undefined, fields: {} }
        : {
            wrong:
              'SMTP_URL is not set: the doctor checks how its mails arrive. Set it, then ask again.',
          },
    begins: 'Asking DNS and the mail server. A test mail may take a minute.',
    json: (run) => ({
      atMs: run!.at,
      outcome: run!.outcome,
      checks: run!.checks,
      at: iso(run!.at),
    }),
    says: (run) => describeRun(run!),
    code: (run) => (run?.outcome === 'wrong' ? 1 : 0),
  },
})

/** DASH-6, DOCTOR-1: every act on mail, in the order of the help. */
export const mailActs: readonly Act<MailActDeps>[] = [pause, resume, release, hold, retry, doctor]
