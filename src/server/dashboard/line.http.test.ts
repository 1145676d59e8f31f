import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedField, linePaths } from '#contract/line/screens.ts'
import { personPath } from '#contract/people/screens.ts'
import { csvReader } from '#server/cli/csv.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { linePeople, type LinePeople } from '#test/line-people.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall, sendCounts } from '#test/visitor.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const env = { OPERATORS: 'anna@ops.test, reader:bob@ops.test' }

const textOf = (html: string) =>
  html
    .replaceAll(/<(?:script|style)[^>]*>.*?<\/(?:script|style)>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe.each(storeEngines)('the screens of the line on %s', async (engine) => {
  const clock = { now }
  const app = await startApp({ engine, env, now: () => clock.now })
  afterAll(() => app.close())
  const store = await app.store()
  const { db } = store
  const [anna, bob] = [
    await signIn(app, 'anna@ops.test', now),
    await signIn(app, 'bob@ops.test', now),
  ]
  let people: LinePeople
  let owner = ''
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    people = await linePeople(store)
    people.clock.now = now
    await people.enters('first@example.com')
    owner = await people.enters('owner@example.com')
    // A reward that an offer of the page gave is not earned again by friends.
    await db.deleteFrom('offer_grants').where('personId', '=', owner).execute()
    for (const email of ['milan@example.com', 'sofie@example.com', 'yara@example.com'])
      ids[email] = await people.enters(email, owner)
    for (const email of ['one@mailinator.com', 'two@mailinator.com', 'own.er+1@example.com'])
      ids[email] = await people.enters(email, owner)
  })

  const screen = async (path: string, as = anna) => textOf(await as.html(path))
  const actions = async () =>
    (
      await db
        .selectFrom('action_log')
        .select(['action', 'outcome'])
        .orderBy('at')
        .orderBy('id')
        .execute()
    )
      .filter(({ action }) => action !== 'sign-in')
      .map(({ action, outcome }) => `${action}: ${outcome}`)

  test('[LINE-1] [LINE-5] the line shows how many wait, who is first, what moved and which credits wait', async () => {
    const text = await screen(linePaths.line)
    for (const part of [
      'Waiting 8',
      'Next place 9',
      'Each friend counts as 25 people earlier, for 10 friends at most',
      '1 owner@example.com 2 3 2 first@example.com 1 0',
      'owner@example.com one friend more',
      'yara@example.com confirmed',
      'an address of a service for throw-away mail',
      '5 others: 3 counted, 2 waiting',
      'All 3 that wait',
    ])
      expect(text).toContain(part)
  })

  test('[LINE-5] a credit that counts moves its owner, and the log names the operator', async () => {
    const friend = ids['one@mailinator.com']!
    const ask = await screen(linePaths.rule(friend, 'counts'))
    expect(ask).toContain('Does this friend count?')
    expect(ask).toContain('7 days after the confirmation')
    const before = (await people.placeOf(owner))!.friends
    expect(textOf(await anna.act(linePaths.rule(friend, 'counts')))).toContain(
      'Ruled that a friend counts.',
    )
    expect((await people.placeOf(owner))!.friends).toBe(before + 1)
    expect(await people.creditOf(friend)).toMatchObject({
      state: 'counted',
      ruledBy: 'anna@ops.test',
    })
  })

  test('[LINE-5] a friend who is not another person counts for nothing, and the list of waiting credits is without them', async () => {
    const friend = ids['own.er+1@example.com']!
    await anna.act(linePaths.rule(friend, 'refused'))
    expect((await people.creditOf(friend))!.state).toBe('refused')
    const waiting = await screen(linePaths.credits)
    expect(waiting).toContain('two@mailinator.com')
    expect(waiting).not.toContain('own.er+1@example.com')
    expect(await screen(linePaths.rule(friend, 'counts'))).toContain('anna@ops.test ruled on')
  })

  test('[LINE-2] [DASH-5] a person’s page shows the place with its account, and for operators who came by whom', async () => {
    const page = await screen(personPath(owner))
    for (const part of [
      'Place in line 1 1 person confirmed before, −1 passed, 4 friends, each counted as 25 people earlier.',
      'Friends 4 counted, 1 waiting',
      `Link code ${await people.codeOf(owner)}`,
      'Place 2 In line: confirmed.',
      'Place 1 In line: one friend more.',
      'Reward: AI beta access 1 friend, reached, due from Thu 26 Nov 2026 13:00',
      'two@mailinator.com confirmed today 13:00',
    ])
      expect(page).toContain(part)
    const friend = await screen(personPath(ids['one@mailinator.com']!))
    expect(friend).toContain('Came by owner@example.com counted')
    const seen = await screen(personPath(ids['one@mailinator.com']!), bob)
    expect(seen).toContain('Came by somebody’s link')
    expect(await screen(personPath(owner), bob)).not.toContain('mailinator')
  })

  test('[LINE-5] more than 50 waiting credits stand on pages, the oldest first', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({
      id: `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      email: `ring${n}@example.com`,
    }))
    const values = (row: (typeof rows)[number], n: number) => ({
      friendId: row.id,
      ownerId: owner,
      state: 'place-only' as const,
      reason: 'network' as const,
      at: now - (60 - n) * 1_000,
      changedAt: now,
      ruledAt: null,
      ruledBy: null,
    })
    await store.transact(async (trx) => {
      await trx
        .insertInto('people')
        .values(
          rows.map((row) => ({
            ...row,
            state: 'confirmed' as const,
            language: 'en',
            placement: 'hero',
            source: '',
            createdAt: now,
            recentMails: '[]',
          })),
        )
        .execute()
      await trx.insertInto('credits').values(rows.map(values)).execute()
    })
    const first = await anna.html(`${linePaths.credits}?state=place-only`)
    expect(first.match(/>ring\d+@/g)).toHaveLength(50)
    expect(textOf(first)).toContain('For the place only 60')
    const next = /href="([^"]+)" rel="next"/.exec(first)![1]!.replaceAll('&amp;', '&')
    const second = await anna.html(next)
    expect(second.match(/>ring\d+@/g)).toHaveLength(10)
    expect(second).toContain('ring59@')
    expect(second).not.toContain('rel="next"')
    expect((await anna.get(`${linePaths.credits}?state=wrong`)).status).toBe(404)
  })

  test('[LINE-6] the ledger shows who reached what, what is left, and is exported', async () => {
    const text = await screen(`${linePaths.rewards}?step=3&state=reached`)
    expect(text).toContain('owner@example.com 1 today 13:00 due from Thu 26 Nov 13:00')
    expect(text).toContain('499 of 500')
    const csv = await (await anna.post(linePaths.exportRewards, { format: 'csv' })).text()
    const records = [...csvReader().push(csv)].map((record) =>
      'cells' in record ? record.cells.slice(0, 5) : record,
    )
    expect(records[0]).toEqual(['email', 'friends', 'reward', 'state', 'number'])
    expect(records.slice(1).map((cells) => (cells as string[])[3])).toEqual(['reached', 'reached'])
    const jsonl = await (await anna.post(linePaths.exportRewards, { format: 'jsonl' })).text()
    expect(
      jsonl
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ email: 'owner@example.com', friends: 1, number: null }),
      expect.objectContaining({ friends: 3, number: 1, due: '2026-11-26T12:00:00.000Z' }),
    ])
    expect((await anna.post(linePaths.exportRewards, { format: 'xml' })).status).toBe(404)
  })

  test('[LINE-6] a reward is withdrawn only with a note, which the ledger shows', async () => {
    const path = linePaths.withdraw(owner, 3)
    expect(await screen(path)).toContain('Withdraw this reward?')
    const refused = await anna.post(path, { note: '  ' })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Write why'),
    ])
    const done = textOf(await anna.act(path, { note: '<b>A ring</b> of three' }))
    expect(done).toContain('&lt;b&gt;A ring&lt;/b&gt; of three')
    expect((await people.rewardsOf(owner)).map(({ state }) => state)).toEqual([
      'reached',
      'withdrawn',
    ])
    expect(textOf(await anna.act(path, { note: 'again' }))).toContain('no longer has it')
    expect(await screen(linePaths.withdraw(owner, 10))).toContain('Not found')
  })

  test('[LINE-5] [DASH-2] each act is in the log, without an address', async () => {
    expect(await actions()).toEqual([
      'count-friend: done',
      'refuse-friend: done',
      'export-rewards: 2 rewards',
      'export-rewards: 2 rewards',
      'withdraw-reward: done',
      'withdraw-reward: nothing changed, the person no longer has it',
    ])
    const details = await db.selectFrom('action_log').select('details').execute()
    expect(JSON.stringify(details)).not.toContain('example.com')
  })

  test('[DASH-1] a reader sees numbers and masked addresses, and cannot act', async () => {
    const friend = ids['two@mailinator.com']!
    for (const path of [linePaths.line, linePaths.credits, linePaths.rewards]) {
      const html = await bob.html(path)
      expect(html).not.toMatch(/owner@|two@|ring\d+@/)
      expect(html).not.toMatch(/\/(?:counts|refused|withdraw|export)"/)
    }
    expect(await bob.html(linePaths.line)).toContain('o***@example.com')
    for (const path of [linePaths.rule(friend, 'counts'), linePaths.withdraw(owner, 1)]) {
      expect((await bob.get(path)).status).toBe(403)
      expect((await bob.post(path, { note: 'x' })).status).toBe(403)
    }
    expect((await bob.post(linePaths.exportRewards, { format: 'csv' })).status).toBe(403)
    expect((await people.creditOf(friend))!.state).toBe('waiting')
  })

  test('[LINE-3] who joined by a link in the range is counted as such at once, and nobody else', async () => {
    const before = await screen(`${linePaths.line}?range=today`)
    expect(before).toContain('Nobody shared a link or came by one today.')
    expect(await screen('/dashboard?range=today')).toContain('Joined today 8 ')
    await joinByCall(app.url, 'by.link@example.com', { via: await people.codeOf(owner) })
    await joinByCall(app.url, 'other@example.com', { source: 'podcast' })
    await sendCounts(app.url, [{ event: 'link_shared', label: 'own-link', count: 4 }])
    const text = await screen(`${linePaths.line}?range=today`)
    expect(text).toContain('Joined through one 1')
    expect(text).toContain('Shared presses of Copy, Share and the links beside it 4')
    const overview = await screen('/dashboard?range=today')
    expect(overview).toContain('Joined today 10 ')
    expect(overview).toContain('A friend’s link shared by a person')
    expect(overview).toContain('Shared a link 4')
    expect(await screen('/dashboard/people?source=utm+friend')).toContain('by.link@example.com')
  })

  test('[LINE-5] one ruling on all friends of a link who are in doubt leaves out who came later and who was ruled on', async () => {
    const ring = await people.enters('ring@example.com')
    const enters = (name: string) => people.enters(`${name}@mailinator.com`, ring)
    const [kept, ...others] = [await enters('a1'), await enters('a2'), await enters('a3')]
    await anna.act(linePaths.rule(kept!, 'counts'))
    expect(await screen(linePaths.rule(others[0]!, 'refused'))).toContain('All 2 of this link')
    const path = linePaths.ruleAll(ring, 'refused')
    const asked = await anna.html(path)
    expect(textOf(asked)).toContain('In doubt 2 2 waiting, 0 for the place only')
    people.clock.now = clock.now + 1_000
    const later = await enters('a4')
    const fields = {
      [askedField]: new RegExp(`name="${askedField}" value="(\\d+)"`).exec(asked)![1]!,
    }
    expect((await bob.post(path, fields)).status).toBe(403)
    expect((await anna.post(path, {})).status).toBe(404)
    expect(textOf(await anna.act(path, fields))).toContain('are not other people: 2 friends.')
    const states = await Promise.all(
      [kept!, ...others, later].map(async (id) => (await people.creditOf(id))!.state),
    )
    expect(states).toEqual(['counted', 'refused', 'refused', 'waiting'])
    expect(await screen(linePaths.ruleAll(ring, 'counts'))).toContain('In doubt 1 1 waiting')
  })
})
