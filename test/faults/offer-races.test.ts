import { expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { campaign } from '#campaign'
import { readOffers } from '#server/offers/offers.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { drawLink } from '#test/draw-link.ts'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { untilTaken } from '#test/visitor.ts'

const joining = (email: string) => ({
  email,
  placement: 'hero',
  source: '',
  consent: campaign.consents[0],
  charges: null,
})

/** So many are confirmed before the others press at once; 520 press for 500 pieces. */
const before = Number(process.env['OFFERS_GIVEN_BEFORE'] ?? 380)

test('[LIVE-5] 520 people confirm, the last of them at once through three processes on one Postgres: 500 get one piece each, numbered 1 to 500', async () => {
  const store = await freshStore('postgres')
  if (!('databaseUrl' in store.where)) throw new Error('not on Postgres')
  const { databaseUrl } = store.where
  const servers = await Promise.all(
    Array.from({ length: 3 }, async () =>
      untilReady(
        spawnServer({
          SECRET_KEY: testSecret,
          LIMITS: 'off',
          DATABASE_URL: databaseUrl,
        }),
      ),
    ),
  )
  const emails = Array.from({ length: 520 }, (_, n) => joining(`athlete${n}@example.com`))
  await store.transact((trx) => joinAll(trx, emails, 'double', Date.now()))
  const people = await store.db.selectFrom('people').select('id').execute()
  await store.transact(async (trx) => {
    for (const { id } of people.slice(0, before)) await confirmPerson(trx, id, Date.now())
  })
  const links: string[] = []
  for (const { id } of people.slice(before))
    links.push(await drawLink(store.db, 'confirm', id, Date.now()))
  const statuses = await Promise.all(
    links.map(async (token, n) => {
      const { url } = servers[n % 3]!
      const press = () =>
        fetch(`${url}${paths.confirm}${token}`, { method: 'POST', headers: { origin: url } })
      return (await untilTaken(press)).status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { legacyPack, program } = await readOffers(store.db, Date.now())
  expect([legacyPack!.left, program!.left]).toEqual([0, 0])
  const pieces = await store.db
    .selectFrom('offer_grants')
    .innerJoin('people', 'people.id', 'personId')
    .select(['number', 'confirmedAt'])
    .where('offer', '=', 'legacyPack')
    .orderBy('number')
    .execute()
  expect(pieces.map(({ number }) => number)).toEqual(Array.from({ length: 500 }, (_, n) => n + 1))
  await Promise.all(servers.map((server) => server.kill()))
})
