import { describe, expect, test } from 'vitest'
import { StoreConflict, StoreUnavailable, type Store } from '#server/db/store.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { type JoinRequest, openJoinBatcher } from './sign-up.ts'
import { recordMeasurement } from '#test/measurements.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const consent = { version: '1', text: 'By joining you agree. Privacy', link: 'Privacy' }
const joining = (email: string, change: Partial<JoinRequest> = {}): JoinRequest => ({
  email,
  placement: 'hero',
  source: '',
  consent,
  charges: null,
  ...change,
})

describe.each(storeEngines)('sign-ups of one turn on %s', async (engine) => {
  const store = await freshStore(engine)
  const commits: number[] = []
  const batch = openJoinBatcher({
    store,
    optIn: 'double',
    now: () => noon,
    committed: (rows) => commits.push(rows),
  })

  test('share one commit', async () => {
    commits.length = 0
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => batch.add(joining(`together${n}@example.com`))),
    )
    expect(commits).toEqual([40])
  })

  test('that conflict with others are stored one by one', async () => {
    let times = 0
    const colliding: Pick<Store, 'transact'> = {
      transact: (work) =>
        times++ === 0
          ? Promise.reject(new StoreConflict('others were there'))
          : store.transact(work),
    }
    const oneByOne = openJoinBatcher({
      store: { ...store, ...colliding },
      optIn: 'double',
      now: () => noon,
      committed: () => {},
    })
    expect(
      await Promise.all(['one', 'two'].map((name) => oneByOne.add(joining(`${name}@example.com`)))),
    ).toEqual([{ outcome: 'accepted' }, { outcome: 'accepted' }])
    expect(times).toBe(3)
  })

  test('an invalid one fails alone', async () => {
    const bad = joining('bad@example.com', { source: null as never })
    const answers = await Promise.allSettled([
      batch.add(joining('before@example.com')),
      batch.add(bad),
      batch.add(joining('after@example.com')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const rows = await store.db
      .selectFrom('people')
      .select('email')
      .where('email', 'in', ['before@example.com', 'bad@example.com', 'after@example.com'])
      .orderBy('email')
      .execute()
    expect(rows.map(({ email }) => email)).toEqual(['after@example.com', 'before@example.com'])
  })
})

test('sign-ups fail after two seconds if the store does not answer, those in the batch and those after it', async () => {
  const stuck = { transact: () => new Promise(() => {}) } as unknown as Store
  const batch = openJoinBatcher({
    store: stuck,
    optIn: 'double',
    now: () => noon,
    committed: () => {},
  })
  const start = performance.now()
  const first = batch.add(joining('first@example.com'))
  await new Promise(setImmediate)
  const answers = await Promise.allSettled([first, batch.add(joining('second@example.com'))])
  recordMeasurement(`given up after ${(performance.now() - start).toFixed(0)} ms`)
  expect(
    answers.every(
      (answer) => answer.status === 'rejected' && answer.reason instanceof StoreUnavailable,
    ),
  ).toBe(true)
})
