import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '#contract/line/line.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { beforeCommit } from '#server/db/transaction.ts'
import type { Store } from '#server/db/store.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { renewCode } from './codes.ts'
import { readHead } from './line.ts'

describe.each(storeEngines)('friends who may be no friends, on %s', (engine) => {
  let store: Store
  let people: LinePeople
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())

  /** How many credits of an owner have each state and reason. */
  const creditsOf = async (owner: string) => {
    const rows = await store.db
      .selectFrom('credits')
      .select((row) => ['state', 'reason', row.fn.countAll<number>().as('n')])
      .where('ownerId', '=', owner)
      .groupBy(['state', 'reason'])
      .execute()
    return Object.fromEntries(rows.map(({ state, reason, n }) => [`${state} ${reason}`.trim(), n]))
  }
  /** Friends of a new owner confirm after each other; by default of many domains and networks. */
  async function ring(
    name: string,
    friends: number,
    of: { address?: (n: number) => string; domain?: (n: number) => string; everyMs?: number },
  ) {
    const { address = (n) => `203.${n}.113.7`, domain = (n) => `of-${n}.example` } = of
    const owner = await people.enters(`${name}@gmail.com`, undefined, address(0))
    for (let n = 1; n <= friends; n++) {
      people.clock.now += of.everyMs ?? 1_000
      await people.enters(`${name}${n}@${domain(n)}`, owner, address(n))
    }
    return owner
  }
  const hex = (n: number) => n.toString(16)

  test('[LINE-5] of 50 from one network two count, and of 50 networks in an hour fifteen; all sign-ups stand', async () => {
    const before = (await readHead(store.db))!.waiting
    const one = await ring('one', 50, { address: () => '192.0.2.7' })
    expect(await creditsOf(one)).toEqual({ counted: 2, 'waiting network': 48 })
    const fifty = await ring('fifty', 50, {})
    expect(await creditsOf(fifty)).toEqual({ counted: 15, 'waiting hour': 35 })
    expect((await readHead(store.db))!.waiting).toBe(before + 102)
    expect(await people.placeOf(one)).toMatchObject({ friends: 2 })
  })

  test.each([
    ['an address of IPv4', () => '198.51.100.7'],
    ['a /24', (n: number) => `198.51.100.${n}`],
    ['a /24 that a proxy writes as IPv6', (n: number) => `::ffff:198.51.100.${n}`],
    ['a /64', (n: number) => `2001:db8:77:1::${hex(n + 1)}`],
    ['a /56', (n: number) => `2001:db8:77:2${hex(n).padStart(2, '0')}::1`],
    ['a /48', (n: number) => `2001:db8:77:${hex(n)}000::1`],
  ])('[LINE-5] from %s the owner and two friends count, and no third', async (name, address) => {
    const owner = await ring(`of ${name}`.replaceAll(/\W/g, ''), 5, { address })
    expect(await creditsOf(owner)).toEqual({ counted: 2, 'waiting network': 3 })
  })

  test('[LINE-5] twelve friends of one domain and one /48 in 2.6 hours are three who count at most', async () => {
    const owner = await ring('evil', 12, {
      address: (n) => `2001:db8:88:${hex(n)}00::1`,
      domain: () => 'evil.example',
      everyMs: 13 * 60_000,
    })
    const { counted, ...waiting } = await creditsOf(owner)
    expect(counted).toBeLessThanOrEqual(3)
    expect(Object.values(waiting).reduce((sum, n) => sum + n, 0)).toBe(12 - counted!)
  })

  test.each([
    ['company.example', (n: number) => (n % 2 === 0 ? 'company.example' : 'mail.company.example')],
    ['company.co.uk', (n: number) => (n % 2 === 0 ? 'company.co.uk' : `h${n}.company.co.uk`)],
    ['free names of one host', (n: number) => `h${n}.duckdns.org`],
    ['duck.com', () => 'duck.com'],
    ['mozmail.com', (n: number) => (n % 2 === 0 ? 'mozmail.com' : `h${n}.mozmail.com`)],
    ['privaterelay.appleid.com', () => 'privaterelay.appleid.com'],
  ])('[LINE-5] of friends at %s three count, however long it takes', async (name, domain) => {
    const owner = await ring(name.replaceAll(/[. ]/g, '-'), 6, { domain, everyMs: 8 * dayMs })
    expect(await creditsOf(owner)).toEqual({ counted: 3, 'waiting domain': 3 })
  })

  test('[LINE-5] friends at one subdomain of Fastmail have one mailbox, so one counts', async () => {
    const owner = await ring('subdomain', 6, {
      domain: () => 'tag.fastmail.com',
      everyMs: 8 * dayMs,
    })
    expect(await creditsOf(owner)).toEqual({ counted: 1, 'waiting spelling': 5 })
  })

  test('[LINE-5] friends at a large provider are not counted by its domain', async () => {
    const owner = await ring('large', 8, { domain: (n) => (n % 2 === 0 ? 'gmail.com' : 'gmx.de') })
    expect(await creditsOf(owner)).toEqual({ counted: 8 })
  })

  test('[LINE-5] fifteen count in any hour, and a place is free as soon as the first is an hour old', async () => {
    const owner = await ring('hourly', 16, { everyMs: 60_000 })
    const enters = (n: number) =>
      people.enters(`hourly${n}@late-${n}.example`, owner, `203.${n}.9.7`)
    expect(await creditsOf(owner)).toEqual({ counted: 15, 'waiting hour': 1 })
    people.clock.now += 44 * 60_000
    await enters(17)
    expect(await creditsOf(owner)).toEqual({ counted: 15, 'waiting hour': 2 })
    people.clock.now += 60_000
    await enters(18)
    expect(await creditsOf(owner)).toEqual({ counted: 16, 'waiting hour': 2 })
  })

  test('[LINE-5] a rival with many mailboxes of one network or one domain holds no genuine friend', async () => {
    const owner = await people.enters('victim@gmail.com')
    for (let n = 0; n < 20; n++) {
      await people.enters(`r${n}@gmail.com`, owner, `2001:db8:99:${hex(n)}00::1`)
      await people.enters(`s${n}@rival.example`, owner, `198.${n}.100.7`)
    }
    for (let n = 0; n < 5; n++) {
      const friend = await people.enters(`g${n}@g${n}.example`, owner, `203.${n}.50.7`)
      expect(await people.creditOf(friend)).toMatchObject({ state: 'counted' })
    }
  })

  test('[LINE-5] who counted still counts when later friends wait', async () => {
    const owner = await ring('stays', 5, { domain: () => 'stays.example' })
    expect(await creditsOf(owner)).toEqual({ counted: 3, 'waiting domain': 2 })
    expect(await people.placeOf(owner)).toMatchObject({ friends: 3 })
  })

  test('[LINE-5] a second friend with the mailbox of another one waits', async () => {
    const owner = await people.enters('links@example.com')
    const friends = ['alt.mailbox', 'altmailbox', 'al.tmailbox', 'other']
    for (const [n, name] of friends.entries())
      await people.enters(`${name}@gmail.com`, owner, `203.0.${n}.7`)
    expect(await creditsOf(owner)).toEqual({ counted: 2, 'waiting spelling': 2 })
  })

  test('[LINE-3] a friend who confirms, leaves and confirms counts once, also by another link', async () => {
    const owner = await people.enters('mila@example.com')
    const other = await people.enters('vera@example.com')
    const friend = await people.enters('finn@example.com', owner)
    await people.leaves(friend)
    await people.confirms(friend, await people.codeOf(other))
    await people.confirms(friend, await people.codeOf(other))
    expect(await creditsOf(owner)).toEqual({ counted: 1 })
    expect(await creditsOf(other)).toEqual({})
  })

  test('[LINE-3] codes that are nobody’s and those of erased people bring no credit', async () => {
    const owner = await people.enters('gone@example.com')
    const code = await people.codeOf(owner)
    await people.erases('gone@example.com')
    const ids = [await people.joins('kim@example.com'), await people.joins('pat@example.com')]
    await people.confirms(ids[0]!, code)
    await people.confirms(ids[1]!, 'AAAAAAA')
    for (const id of ids) expect(await people.creditOf(id)).toBeUndefined()
    expect(readCode('not a code')).toBeNull()
  })

  test('[LINE-3] the code that a link had before brings no credit, and the new one does', async () => {
    const owner = await people.enters('renews@example.com')
    const old = await people.codeOf(owner)
    const renewed = await store.transact((trx) => renewCode(trx, owner, people.clock.now))
    const [late, early] = [
      await people.joins('late@renews.example'),
      await people.joins('early@renews.example'),
    ]
    await people.confirms(late, old)
    await people.confirms(early, renewed)
    expect(await people.creditOf(late)).toBeUndefined()
    expect(await people.creditOf(early)).toMatchObject({ ownerId: owner, state: 'counted' })
  })

  test('[LINE-3] a friend of somebody who left counts until the place is lost, and not after', async () => {
    const owner = await people.enters('away@example.com')
    await people.leaves(owner)
    const early = await people.enters('early@example.com', owner)
    people.clock.now += terms.returnDays * dayMs
    const late = await people.enters('late@example.com', owner)
    expect(await people.creditOf(early)).toMatchObject({ state: 'counted' })
    expect(await people.creditOf(late)).toBeUndefined()
  })

  test('[LINE-1] a confirmation that is rolled back returns its number', async () => {
    const id = await people.joins('undone@example.com')
    const { nextOrder: next } = (await readHead(store.db))!
    const undone = store.transact(async (trx) => {
      await confirmPerson(trx, id, people.clock.now)
      // After the line has taken the number.
      beforeCommit(trx, () => Promise.reject(new Error('undone')))
    })
    await expect(undone).rejects.toThrow('undone')
    await people.confirms(id)
    expect(await people.placeOf(id)).toMatchObject({ order: next })
  })
})
