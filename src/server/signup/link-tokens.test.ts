import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawLink } from '#test/draw-link.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { findLink, type LinkPurpose } from './links.ts'

const day = 24 * 3_600_000

describe.each(engines)('%s', (engine) => {
  test('a link leads to its person, for its purpose; earlier links stay valid', async () => {
    const store = await freshStore(engine)
    const sanne = await queueTo(store, 'sanne@example.com', 'confirm', 'unconfirmed', noon)
    const first = await drawLink(store.db, 'confirm', sanne, noon)
    await drawLink(store.db, 'confirm', sanne, noon)
    expect(await findLink(store.db, 'confirm', first, noon)).toEqual({
      personId: sanne,
      email: 'sanne@example.com',
      language: 'en',
      letterId: null,
      via: '',
    })
    expect(await findLink(store.db, 'unsubscribe', first, noon)).toBeNull()
  })

  test('a confirm link works for 30 days, an unsubscribe link as long as the person exists', async () => {
    const store = await freshStore(engine)
    const sanne = await queueTo(store, 'sanne@example.com', 'confirm', 'unconfirmed', noon)
    const found = async (purpose: LinkPurpose, after: number) =>
      findLink(store.db, purpose, await drawLink(store.db, purpose, sanne, noon), noon + after)
    expect(await found('confirm', 30 * day - 1)).not.toBeNull()
    expect(await found('confirm', 30 * day)).toBeNull()
    expect(await found('unsubscribe', 3_650 * day)).not.toBeNull()
  })

  test('a token is found only for its own purpose', async () => {
    const store = await freshStore(engine)
    const purposes = ['confirm', 'unsubscribe'] as const
    type Drawn = { token: string; purpose: LinkPurpose; personId: string; email: string }
    const links: Drawn[] = []
    for (const name of ['sanne', 'daan', 'noor']) {
      const email = `${name}@example.com`
      const personId = await queueTo(store, email, 'confirm', 'unconfirmed', noon)
      for (const purpose of purposes) {
        const token = await drawLink(store.db, purpose, personId, noon)
        links.push({ purpose, personId, email, token })
      }
    }
    const token = fc.oneof(
      fc.constantFrom(...links.map((link) => link.token)),
      fc.string(),
      fc.constantFrom(...links.map((link) => link.token.slice(1))),
    )
    await fc.assert(
      fc.asyncProperty(token, fc.constantFrom(...purposes), async (asked, purpose) => {
        const right = links.find((link) => link.token === asked && link.purpose === purpose)
        expect(await findLink(store.db, purpose, asked, noon)).toEqual(
          right
            ? {
                personId: right.personId,
                email: right.email,
                language: 'en',
                letterId: null,
                via: '',
              }
            : null,
        )
      }),
    )
  })
})

test('a token is 256 random bits and never stored', async () => {
  const store = await freshStore('sqlite')
  const sanne = await queueTo(store, 'sanne@example.com', 'confirm', 'unconfirmed', noon)
  const token = await drawLink(store.db, 'confirm', sanne, noon)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(
    JSON.stringify(await store.db.selectFrom('link_tokens').selectAll().execute()),
  ).not.toContain(token)
})
