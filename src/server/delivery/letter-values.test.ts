import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '#server/db/store.ts'
import { countWithout, everyone } from '#server/letters/audience.ts'
import { spotCode } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { spotCodeText } from '#contract/line/line.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { dayMs, linePeople, type LinePeople } from '#test/line-people.ts'
import type { ClaimedMail } from './leases.ts'
import { readValuesOfLetter } from './line-mail.ts'

describe.each(storeEngines)('placeholders of the line on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let [invited, mila] = ['', '']
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
    invited = await people.enters('invited@example.com')
    mila = await people.enters('mila@example.com')
    const until = people.clock.now + dayMs
    const wave = { spots: 1, until, quizType: null, by: 'anna@x.nl' }
    await store.transact((trx) => inviteWave(trx, wave, testSecret, people.clock.now))
  })
  afterAll(() => store.close())

  const valuesFor = (personId: string, body: string) =>
    readValuesOfLetter(
      { db: store.db, secrets: [testSecret], publicUrl: 'https://fuel.example', now: 0 },
      { personId } as ClaimedMail,
      { subject: '', preview: '', body },
    )

  test('[LETTER-1] [LINE-10] each has the place and link of the moment, and the code of their spot', async () => {
    const body = '{place|none} {link} {code|none}'
    expect(await valuesFor(mila, body)).toEqual({
      place: 1,
      link: `https://fuel.example/?via=${await people.codeOf(mila)}`,
    })
    const spot = await store.db.selectFrom('wave_spots').select('id').executeTakeFirstOrThrow()
    expect(await valuesFor(invited, body)).toEqual({
      link: `https://fuel.example/?via=${await people.codeOf(invited)}`,
      code: spotCodeText(spotCode(testSecret, spot.id)),
    })
  })

  test('[LETTER-1] a letter without them reads nothing, and one to whom a value was lost is not sent', async () => {
    expect(await valuesFor(mila, 'Hello \\{place}')).toEqual({})
    expect(await valuesFor(invited, 'You are at {place}.')).toEqual({
      unwanted: 'the person has no place any more',
    })
  })

  test('[LETTER-1] before a letter is sent, the people without a value are counted', async () => {
    const names = new Set(['place', 'link', 'code', 'type'] as const)
    expect(await countWithout(store.db, everyone, names)).toEqual({
      place: 1,
      link: 0,
      code: 1,
      type: 2,
    })
    expect(await countWithout(store.db, everyone, new Set())).toEqual({})
  })
})
