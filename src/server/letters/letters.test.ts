import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { addListed, anyText, feedLetters, oneText, sentLetter, weAreLive } from '#test/letters.ts'
import { openLetterTexts } from '#server/delivery/current.ts'
import {
  holdAllLetters,
  pauseLetter,
  resumeLetter,
  startScheduled,
  stopLetter,
  unscheduleLetter,
  finishLetters,
  openLetterPlanner,
} from './states.ts'
import { everyone } from './audience.ts'
import {
  readLetterCounts,
  copyLetter,
  createLetter,
  deleteDraft,
  listLetters,
  noteTest,
  readLetter,
  saveLetter,
} from './letter.ts'
import { fedLanes } from './lanes.ts'
import { pressSend } from './send.ts'

const now = Date.parse('2026-11-24T09:00:00Z')
const hourMs = 3_600_000
const [sanne, joost] = ['sanne@ascend.example', 'joost@ascend.example']
const draft = { ...oneText(weAreLive), audience: everyone }

describe.each(storeEngines)('letters on %s', (engine) => {
  test('[LETTER-1] a draft is saved, copied and deleted', async () => {
    const { db, transact } = await freshStore(engine)
    const { id } = await transact((trx) => createLetter(trx, draft, sanne, now))
    const text = oneText({ ...weAreLive, subject: 'We are open' })
    const edited = { id, revision: 1, ...text, audience: { type: 'focus', source: '' } } as const
    const saved = await transact((trx) => saveLetter(trx, edited, joost, now + 1))
    expect(saved).toMatchObject({
      outcome: 'saved',
      letter: { ...text, audience: 'state=confirmed&type=focus', revision: 2, savedBy: joost },
    })
    const copy = await transact((trx) => copyLetter(trx, id, sanne, now + 2))
    expect(copy).toMatchObject({ ...text, audience: 'state=confirmed&type=focus', state: 'draft' })
    const listed = await listLetters(db, { most: 10 })
    // Two ids of the same millisecond have no order.
    expect(listed.map((one) => one.id).sort()).toEqual([copy!.id, id].sort())
    expect(await transact((trx) => deleteDraft(trx, id))).toBe(true)
    expect(await readLetter(db, id)).toBeNull()
  })

  test('[LETTER-1] a letter keeps its texts, in its draft, in a copy and when it is sent', async () => {
    const { db, transact } = await freshStore(engine)
    const dutch = { subject: 'We zijn open', preview: '', body: '---\n\nKom binnen.' }
    const written = { fallback: 'nl', texts: { en: weAreLive, nl: dutch } }
    const { id } = await transact((trx) => createLetter(trx, { ...draft, ...written }, sanne, now))
    const copy = await transact((trx) => copyLetter(trx, id, sanne, now))
    expect([await readLetter(db, id), copy]).toMatchObject([written, written])
    expect(await openLetterTexts(db)({ id, revision: 1 })).toEqual(written.texts)
    expect((await listLetters(db, { most: 1 }))[0]).toMatchObject({ subject: 'We zijn open' })
    const edited = { id, revision: 1, ...draft }
    await transact((trx) => saveLetter(trx, edited, sanne, now))
    expect(await readLetter(db, id)).toMatchObject(oneText(weAreLive))
    expect(Object.keys((await readLetter(db, id))!.texts)).toEqual(['en'])
  })

  test('[LETTER-1] of two windows the second is told that the letter was changed', async () => {
    const { transact } = await freshStore(engine)
    const { id } = await transact((trx) => createLetter(trx, draft, sanne, now))
    const save = (subject: string, by: string) =>
      transact((trx) =>
        saveLetter(
          trx,
          { id, revision: 1, ...draft, ...oneText({ ...weAreLive, subject }) },
          by,
          now,
        ),
      )
    expect((await save('First', sanne)).outcome).toBe('saved')
    expect(await save('Second', joost)).toMatchObject({
      outcome: 'conflict',
      letter: { texts: { en: { subject: 'First' } }, savedBy: sanne },
    })
  })

  test('a changed text needs a new test; a changed audience does not', async () => {
    const { transact } = await freshStore(engine)
    const letter = await transact((trx) => createLetter(trx, draft, sanne, now))
    await transact((trx) => noteTest(trx, letter, now))
    const save = (revision: number, subject: string) =>
      transact((trx) => {
        const text = oneText({ ...weAreLive, subject })
        const edited = { id: letter.id, revision, ...draft, ...text }
        return saveLetter(trx, edited, sanne, now)
      })
    expect(await save(1, weAreLive.subject)).toMatchObject({ letter: { testedAt: now } })
    expect(await save(2, 'Another')).toMatchObject({ letter: { testedAt: null } })
  })

  test('[LETTER-2] two operators who press send at once send once, and the second is told', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await store.transact((trx) => createLetter(trx, draft, sanne, now))
    const press = (by: string) =>
      pressSend(store, { id, revision: 1, counted: 1, at: null, by }, anyText, now)
    const pressed = await Promise.all([press(sanne), press(joost)])
    expect(pressed.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'sent'])
    expect(await readLetter(store.db, id)).toMatchObject({
      state: 'sending',
      frozenAt: now,
      plannedAt: now,
      counted: 1,
    })
  })

  test('[LETTER-2] a letter edited since the page was shown, or planned for the past, is not sent', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await store.transact((trx) => createLetter(trx, draft, sanne, now))
    const press = (revision: number, at: number | null) =>
      pressSend(store, { id, revision, counted: 1, at, by: sanne }, anyText, now)
    expect(await press(2, null)).toMatchObject({ outcome: 'changed' })
    expect(await press(1, now - hourMs)).toMatchObject({ outcome: 'past' })
    expect(await readLetter(store.db, id)).toMatchObject({ state: 'draft' })
  })

  test('[LETTER-2] a letter to nobody is refused', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a', state: 'unconfirmed', confirmedAt: null }])
    await expect(sentLetter(store, now)).rejects.toThrow('Nobody has confirmed yet')
  })

  test('[LETTER-2] pause stops the clock of the ramp, resume starts it and the stop rules anew', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now)
    await store.db.updateTable('letters').set({ ended: 250 }).execute()
    const act = store.transact
    expect(await act((trx) => pauseLetter(trx, id, 'bounces', now + hourMs))).toMatchObject({
      outcome: 'done',
      letter: { state: 'paused', pausedBy: 'bounces', sendingMs: hourMs, sendingSince: null },
    })
    expect(await act((trx) => pauseLetter(trx, id, 'operator', now + hourMs))).toMatchObject({
      outcome: 'wrong state',
      letter: { pausedBy: 'bounces' },
    })
    expect(await act((trx) => resumeLetter(trx, id, now + 5 * hourMs))).toMatchObject({
      outcome: 'done',
      letter: { state: 'sending', pausedBy: null, sendingSince: now + 5 * hourMs },
    })
    const windowFrom = store.db.selectFrom('letters').select('windowFrom')
    expect(await windowFrom.executeTakeFirst()).toEqual({ windowFrom: 3 })
  })

  test('[LETTER-2] a hold holds letters that are sent, scheduled or paused, until each is resumed as it was', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const ids = [
      (await sentLetter(store, now)).id,
      (await sentLetter(store, now, { at: now + hourMs })).id,
      (await sentLetter(store, now)).id,
    ]
    await store.transact((trx) => pauseLetter(trx, ids[2]!, 'operator', now))
    expect(await store.transact((trx) => holdAllLetters(trx, now))).toBe(3)
    expect(await store.transact((trx) => startScheduled(trx, now + hourMs))).toBe(0)
    for (const id of ids)
      expect(await readLetter(store.db, id)).toMatchObject({ state: 'paused', pausedBy: 'held' })
    const [sent, scheduled] = ids as [string, string]
    expect(await store.transact((trx) => resumeLetter(trx, sent, now))).toMatchObject({
      outcome: 'done',
      letter: { state: 'sending', sendingSince: now },
    })
    expect(await store.transact((trx) => resumeLetter(trx, scheduled, now))).toMatchObject({
      outcome: 'done',
      letter: { state: 'scheduled', sendingSince: null },
    })
    expect(await store.transact((trx) => startScheduled(trx, now + hourMs))).toBe(1)
  })

  test('a clock that went back takes no time from the ramp', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now)
    const paused = await store.transact((trx) => pauseLetter(trx, id, 'operator', now - hourMs))
    expect(paused).toMatchObject({ letter: { sendingMs: 0 } })
  })

  test('[LETTER-2] a scheduled letter begins at its time, not before', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now, { at: now + hourMs })
    const state = async () => (await readLetter(store.db, id))!.state
    expect(await store.transact((trx) => startScheduled(trx, now + hourMs - 1))).toBe(0)
    expect(await state()).toBe('scheduled')
    expect(await store.transact((trx) => startScheduled(trx, now + hourMs))).toBe(1)
    expect(await state()).toBe('sending')
  })

  test('[LANG-5] a scheduled letter waits while its server may send none', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now, { at: now + hourMs })
    const state = async () => (await readLetter(store.db, id))!.state
    const clock = { now: now + hourMs, maySend: false }
    const planner = openLetterPlanner({
      store,
      now: () => clock.now,
      maySend: () => clock.maySend,
      queued: () => {},
    })
    await planner.run()
    expect(await state()).toBe('scheduled')
    clock.maySend = true
    await planner.run()
    expect(await state()).toBe('sending')
  })

  test('[LETTER-2] a scheduled letter whose time was missed by more than 72 hours waits for an operator', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now, { at: now + hourMs })
    const clock = { now }
    const planner = openLetterPlanner({ store, now: () => clock.now, queued: () => {} })
    await planner.run()
    clock.now += 74 * hourMs
    await planner.run()
    expect(await readLetter(store.db, id)).toMatchObject({ state: 'paused', pausedBy: 'late' })
    await store.transact((trx) => resumeLetter(trx, id, clock.now))
    await planner.run()
    expect((await readLetter(store.db, id))?.state).toBe('sending')
  })

  test('[LETTER-2] what a clock that was days ahead has paused goes on once the clock is right', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const ids = [
      (await sentLetter(store, now)).id,
      (await sentLetter(store, now, { at: now + hourMs })).id,
    ]
    const clock = { now }
    const planner = openLetterPlanner({ store, now: () => clock.now, queued: () => {} })
    const states = () => Promise.all(ids.map(async (id) => (await readLetter(store.db, id))?.state))
    await planner.run()
    clock.now += 90 * hourMs
    await planner.run()
    expect(await states()).toEqual(['paused', 'paused'])
    clock.now = now + 1_000
    await planner.run()
    expect(await states()).toEqual(['sending', 'scheduled'])
  })

  test('[LETTER-2] an unscheduled letter can be scheduled again, with its people counted anew', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }, { id: 'b' }])
    const { id, revision } = await sentLetter(store, now, { at: now + hourMs })
    await store.transact((trx) => unscheduleLetter(trx, id))
    expect((await readLetterCounts(store.db, id)).total).toMatchObject({ queued: 0 })
    await addListed(store, [{ id: 'c' }])
    const press = { id, revision, counted: 3, at: null, by: sanne }
    expect(await pressSend(store, press, anyText, now)).toMatchObject({ outcome: 'sent' })
    expect((await readLetterCounts(store.db, id)).total).toMatchObject({ queued: 3 })
    await feedLetters(store, now)
    const mails = store.db.selectFrom('outbox').select('personId').orderBy('personId')
    expect(await mails.execute()).toEqual([{ personId: 'a' }, { personId: 'b' }, { personId: 'c' }])
  })

  test('[LETTER-2] a stopped letter cancels the mails that wait, gives nobody another, and cannot be resumed', async () => {
    const store = await freshStore(engine)
    const people = Array.from({ length: 100 }, (_, n) => ({ id: `p${100 + n}` }))
    await addListed(store, people)
    const { id } = await sentLetter(store, now)
    const feed = () => store.transact((trx) => fedLanes(trx, { most: 1, mailsPerHour: 1_000 }, now))
    await feed()
    const mails = store.db.selectFrom('outbox').select('state').orderBy('personId')
    const fed = (await mails.execute()).length
    const first = store.db.updateTable('outbox').set({ state: 'sent', waits: 'time' })
    await first.where('personId', '=', 'p100').execute()
    await store.transact((trx) => stopLetter(trx, id, now))
    await feed()
    expect(await mails.execute()).toEqual([
      { state: 'sent' },
      ...Array.from({ length: fed - 1 }, () => ({ state: 'cancelled' })),
    ])
    expect(await store.transact((trx) => resumeLetter(trx, id, now))).toMatchObject({
      outcome: 'wrong state',
    })
  })

  test('[LETTER-2] a letter is done when everybody has their mail, and none waits or is on the way', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }])
    const { id } = await sentLetter(store, now)
    const finished = () => store.transact((trx) => finishLetters(trx, now))
    expect(await finished()).toBe(0)
    await feedLetters(store, now)
    expect(await finished()).toBe(0)
    for (const [values, count] of [
      [{ state: 'sending', waits: 'time' }, 0],
      [{ state: 'due', waits: 'time' }, 0],
      [{ state: 'sent' }, 1],
    ] as const) {
      await store.db.updateTable('outbox').set(values).execute()
      expect(await finished()).toBe(count)
    }
    expect(await readLetter(store.db, id)).toMatchObject({ state: 'done', endedAt: now })
  })
})
