import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import type { Store } from '#server/db/store.ts'
import { claimMails } from './claim.ts'
import { classify } from './classify.ts'
import { openRecorder } from './record.ts'

const people = ['sanne@example.com', 'bram@example.com', 'noor@example.com']
const accepted = classify({ result: 'accepted', answer: '250 ok' }, 0, noon)
const refused = classify(
  { result: 'refused', at: 'recipient', code: 550, answer: '550 5.1.1 no such user' },
  0,
  noon,
)

describe.each(storeEngines)('%s', (engine) => {
  const claimed = async () => {
    const scene = mailScene(await freshStore(engine), undefined)
    for (const email of people) await scene.queue(email)
    const { mails } = await claimMails(
      scene.store,
      {
        secretKey: testSecret,
        most: 5,
        mailsPerHour: Infinity,
        paced: false,
        host: 'fuel.example',
        sequence: null,
      },
      noon,
    )
    return { ...scene, mails, ...counted(scene.store) }
  }

  test('outcomes of one turn of the event loop share one commit, each in its own row', async () => {
    const { mails, store, commits, row, stateOf } = await claimed()
    const recorder = openRecorder(
      store,
      () => noon,
      () => 1,
    )
    await Promise.all(
      mails.map((mail) =>
        recorder.add({ mail, outcome: mail.email === 'bram@example.com' ? refused : accepted }),
      ),
    )
    expect(commits()).toBe(1)
    expect(await Promise.all(people.map(async (email) => (await row(email)).state))).toEqual([
      'sent',
      'dead',
      'sent',
    ])
    expect(await stateOf('bram@example.com')).toBe('bounced')
    await recorder.idle()
  })

  test('outcomes of the mails that are being sent share one commit, also of several turns', async () => {
    const { mails, store, commits, row } = await claimed()
    const recorder = openRecorder(
      store,
      () => noon,
      () => mails.length,
    )
    const recorded = []
    for (const mail of mails) {
      recorded.push(recorder.add({ mail, outcome: accepted }))
      await new Promise(setImmediate)
    }
    await Promise.all(recorded)
    expect(commits()).toBe(1)
    expect((await row('sanne@example.com')).state).toBe('sent')
    await recorder.idle()
  })

  test('an outcome is recorded while other mails are still being sent', async () => {
    const { mails, store, row } = await claimed()
    const recorder = openRecorder(
      store,
      () => noon,
      () => mails.length,
    )
    await recorder.add({ mail: mails[0]!, outcome: accepted })
    expect((await row(mails[0]!.email)).state).toBe('sent')
    await recorder.idle()
  })

  test('a row that another worker has leased is not changed, and the others are recorded', async () => {
    const { mails, store, row } = await claimed()
    const recorder = openRecorder(
      store,
      () => noon,
      () => 1,
    )
    const [sanne, ...others] = mails
    await Promise.all([
      recorder.add({ mail: { ...sanne!, owner: 'another worker' }, outcome: accepted }),
      ...others.map((mail) => recorder.add({ mail, outcome: accepted })),
    ])
    expect(await Promise.all(people.map(async (email) => (await row(email)).state))).toEqual(
      people.map((email) => (email === sanne!.email ? 'sending' : 'sent')),
    )
    await recorder.idle()
  })
})

function counted(store: Store): { store: Store; commits: () => number } {
  let commits = 0
  return {
    store: {
      ...store,
      transact: (work) => {
        commits++
        return store.transact(work)
      },
    },
    commits: () => commits,
  }
}
