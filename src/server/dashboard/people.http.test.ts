import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anybody, peopleHref, peoplePaths, type PeopleQuery } from '#contract/people/list.ts'
import { personStates } from '#contract/people/waitlist.ts'
import { csvReader, unguarded } from '#server/cli/csv.ts'
import { lastPersonId } from '#server/people/filter.ts'
import { requestOnce } from '#server/signup/once-requests.ts'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
const env = { OPERATORS: 'anna@ops.test, carl@ops.test, reader:bob@ops.test' }

describe.each(engines)('the list of people on %s', async (engine) => {
  const app = await startApp({ engine, env })
  afterAll(() => app.close())
  const store = await app.store()
  const { db } = store
  const anna = await signIn(app, 'anna@ops.test')
  const bob = await signIn(app, 'bob@ops.test')

  type Fields = Partial<{
    email: string
    state: string
    source: string
    placement: string
    referrer: string
    type: string
    at: number
  }>
  let people = 0
  /** Inserts people who joined a minute after each other, or at `at`. */
  async function joined(count: number, fields: Fields = {}) {
    for (let n = 0; n < count; n++, people++)
      await sql`insert into people (id, email, state, language, placement, source, "referrerHost", "createdAt", "recentMails", "quizType")
        values (${`01900000-0000-7000-8000-${String(people).padStart(12, '0')}`}, ${fields.email ?? `person${people}@example.com`},
          ${fields.state ?? 'confirmed'}, 'en', ${fields.placement ?? 'hero'}, ${fields.source ?? ''}, ${fields.referrer ?? ''},
          ${fields.at ?? start + people * minuteMs}, '[]', ${fields.type ?? ''})`.execute(db)
  }
  beforeEach(async () => {
    await db.deleteFrom('people').execute()
    await db.deleteFrom('once_requests').execute()
    await db.deleteFrom('action_log').execute()
    people = 0
  })

  const list = (query: Partial<PeopleQuery> = {}, more = {}) =>
    peopleHref(peoplePaths.list, { ...anybody, ...query }, more)
  const emailsIn = (html: string) =>
    [...html.matchAll(/<th scope="row"[^>]*><a[^>]*><bdi>(.*?)<\/bdi>/g)].map(([, email]) => email!)
  const linkIn = (html: string, name: string) =>
    new RegExp(`href="([^"]+)"[^>]*>${name}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&')
  const states = async () =>
    Object.fromEntries(
      (await db.selectFrom('people').select(['email', 'state']).execute()).map((row) => [
        row.email.replace('@example.com', ''),
        row.state,
      ]),
    )
  const acts = () =>
    db
      .selectFrom('action_log')
      .select(['operator', 'action', 'details', 'outcome'])
      .where('action', 'in', ['export', 'take-off-many', 'suppress-many'])
      .orderBy('id')
      .execute()
  const doneIn = (html: string) => /role="status"><p>(.*?)<\/p>/.exec(html)?.[1]
  const untilIn = (html: string) => /name="until" value="([^"]+)"/.exec(html)![1]!

  test('[DASH-4] nobody yet: the screen says how to get the first one', async () => {
    const html = await anna.html(list())
    expect(html).toContain('Nobody yet.')
    expect(html).not.toContain('Export')
  })

  test('[DASH-4] pages of 50, newest first, neither skip nor repeat anybody while people join', async () => {
    await joined(120)
    const expected = Array.from({ length: 120 }, (_, n) => `person${119 - n}@example.com`)
    const first = await anna.html(list())
    expect(first).toContain('<span class="num">120</span> people, newest first')
    expect(linkIn(first, 'Newer')).toBeUndefined()
    await joined(3)
    const second = await anna.html(linkIn(first, 'Older')!)
    const third = await anna.html(linkIn(second, 'Older')!)
    expect([first, second, third].flatMap(emailsIn)).toEqual(expected)
    expect(linkIn(third, 'Older')).toBeUndefined()

    const back = await anna.html(linkIn(third, 'Newer')!)
    expect(emailsIn(back)).toEqual(emailsIn(second))
    const top = await anna.html(linkIn(back, 'Newer')!)
    expect(emailsIn(top)).toEqual(emailsIn(first))
    const newest = await anna.html(linkIn(top, 'Newer')!)
    expect(emailsIn(newest)).toEqual([122, 121, 120].map((n) => `person${n}@example.com`))
  })

  test('[DASH-4] filters by state, source, quiz type and day in the time zone of the campaign', async () => {
    await joined(2)
    await joined(1, { state: 'bounced', email: 'bounced@example.com' })
    await joined(1, { state: 'suppressed', source: 'podcast', email: 'podcast@example.com' })
    await joined(1, { referrer: 'news.example', type: 'stress', email: 'news@example.com' })
    // 2026-11-23 begins in Amsterdam at 23:00 in UTC of the day before.
    const midnight = Date.parse('2026-11-22T23:00:00Z')
    await joined(1, { at: midnight, email: 'at-midnight@example.com' })
    await joined(1, { at: midnight - 1, email: 'before-midnight@example.com' })
    const found = async (query: Partial<PeopleQuery>) =>
      emailsIn(await anna.html(list(query))).map((email) => email.replace('@example.com', ''))
    expect(await found({ state: 'undeliverable' })).toEqual(['podcast', 'bounced'])
    expect(await found({ state: 'bounced' })).toEqual(['bounced'])
    expect(await found({ source: 'utm podcast' })).toEqual(['podcast'])
    expect(await found({ source: 'referrer news.example' })).toEqual(['news'])
    expect(await found({ type: 'stress' })).toEqual(['news'])
    expect(await found({ type: 'stress', state: 'unconfirmed' })).toEqual([])
    expect(await found({ since: '2026-11-23' })).toEqual(['at-midnight'])
    expect(await anna.html(list({ source: 'utm nobody' }))).toContain(
      'Nobody matches these filters.',
    )
    const html = await anna.html(list())
    for (const option of ['podcast', 'news.example (site)', 'Direct'])
      expect(html).toContain(`>${option}</option>`)
  })

  test.each([
    'state=somewhere',
    'type=x',
    'since=yesterday',
    'since=2026-02-31',
    'source=x%40y.zz',
    'older=%00',
    'older=AAAA',
    'state=confirmed&state=left',
  ])('[DASH-4] a filter without a meaning finds no page: ?%s', async (fields) => {
    expect((await anna.get(`${peoplePaths.list}?${fields}`)).status).toBe(404)
    expect(
      (await anna.get(`${peoplePaths.many}?${fields.replace(/older.*/, 'type=x')}`)).status,
    ).toBe(404)
  })

  test('[DASH-4] more than 10,000 people are counted as 10,000+, and exactly before an act', async () => {
    await sql
      .raw(
        `insert into people (id, email, state, language, placement, source, "createdAt", "recentMails")
          with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 10003)
          select '0190' || n, 'p' || n || '@example.com', 'confirmed', 'en', 'hero', '', ${start} + n, '[]' from counted`,
      )
      .execute(db)
    expect(await anna.html(list())).toContain('<span class="num">10,000+</span>')
    expect(await anna.html(peoplePaths.many)).toContain('>10,003 people</h1>')
    expect(await anna.html(peoplePaths.manyAct('take-off'))).toContain(
      'Take 10,003 people off the list</button>',
    )
  })

  describe('the search', () => {
    const search = async (by: SignedIn, text: string) => by.post(peoplePaths.search, { text })
    const found = async (text: string) =>
      anna.html((await search(anna, text)).headers.get('location')!)

    test('[DASH-4] finds addresses by their beginning, sorted by address, page by page', async () => {
      await joined(60)
      await joined(1, { email: 'q@example.com' })
      await joined(1, { email: 'p%_@example.com' })
      const html = await found(' PERSON ')
      expect(html).toContain('<span class="num">60</span>')
      const next = await anna.html(linkIn(html, 'Next')!)
      const sorted = Array.from({ length: 60 }, (_, n) => `person${n}@example.com`).sort()
      expect([...emailsIn(html), ...emailsIn(next)]).toEqual(sorted)
      expect(emailsIn(await anna.html(linkIn(next, 'Previous')!))).toEqual(sorted.slice(0, 50))
      expect(emailsIn(await found('p%'))).toEqual(['p%_@example.com'])
      expect(await found('<b>zz')).toContain('“<bdi>&lt;b&gt;zz</bdi>”')
      expect((await search(anna, '  ')).headers.get('location')).toBe(peoplePaths.list)
    })

    test('[DASH-4] finds an address at an international host as it is written and as it is stored, and shows it in its letters', async () => {
      await joined(1, { email: 'anna@xn--bcher-kva.example' })
      for (const text of ['anna@bücher.example', 'Anna@BÜCHER', 'anna@xn--b'])
        expect([text, emailsIn(await found(text))]).toEqual([text, ['anna@bücher.example']])
    })

    test('[END-3] names the addresses that only asked a closed list for one mail, and what can be done', async () => {
      const consent = { version: 'once-1', text: 'One mail. Privacy', link: 'Privacy' }
      const ask = (email: string) =>
        store.transact((trx) =>
          requestOnce(trx, { email, consent, network: 'one', language: 'en' }, start),
        )
      await joined(1)
      for (const email of ['daan@example.com', 'dana@example.com', 'person0@example.com'])
        await ask(email)
      const html = await found('Da')
      expect(html).toContain('2 addresses of the closed list')
      expect(html).toContain('No address of the list begins with')
      for (const said of ['daan@example.com', 'dana@example.com', 'people -- erase ADDRESS'])
        expect(html).toContain(said)
      const both = await found('person')
      expect(emailsIn(both)).toEqual(['person0@example.com'])
      expect(both).toContain('1 address of the closed list')
      expect(await found('zz')).not.toContain('closed list')
    })

    test('[DASH-4] no typed text and no address is in a URL', async () => {
      await joined(60)
      const answer = await search(anna, 'person1')
      const path = answer.headers.get('location')!
      const html = await anna.html(path)
      const urls = [
        path,
        ...[...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, url]) => url!),
      ]
      for (const url of urls) expect(decodeURIComponent(url)).not.toMatch(/person\d|@/)
      expect((await anna.get(`${peoplePaths.list}?search=forged`)).headers.get('location')).toBe(
        peoplePaths.list,
      )
    })

    test('[DASH-1] is refused for a reader, also with the link of an operator', async () => {
      await joined(1)
      const path = (await search(anna, 'person')).headers.get('location')!
      expect((await search(bob, 'person')).status).toBe(403)
      const answer = await bob.get(path)
      expect([answer.status, (await answer.text()).includes('example.com')]).toEqual([403, false])
    })
  })

  test('[DASH-1] a reader sees masked addresses and counts, and can neither export nor act', async () => {
    await joined(2, { source: 'x@y.zz' })
    await joined(1)
    const html = await bob.html(list())
    expect(html).toContain('p***@example.com')
    for (const text of ['person', 'x@y.zz', 'Export', 'Change', 'Search'])
      expect(
        html.replaceAll(/href="[^"]*"/g, '').replace(/<span class="num">.*?<\/p>/, ''),
      ).not.toContain(`>${text}`)
    expect((await bob.get(peoplePaths.many)).status).toBe(403)
    expect((await bob.get(peoplePaths.manyAct('suppress'))).status).toBe(403)
    for (const path of [peoplePaths.export, peoplePaths.manyAct('take-off')])
      expect((await bob.post(path, { until: 'z' })).status).toBe(403)
    expect(await acts()).toEqual([])
  })

  describe('the export', () => {
    test('[DASH-4] is an attachment with the filtered people, safe for spreadsheets, and is logged', async () => {
      await joined(230)
      await joined(1, { email: '=cmd@example.com', source: '=1+1' })
      await joined(1, { state: 'unconfirmed' })
      const answer = await anna.post(peoplePaths.export, {
        state: 'confirmed',
        source: '',
        type: '',
        since: '',
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      const reader = csvReader()
      const records = [...reader.push(bytes.toString().slice(1)), ...reader.end()].map((record) =>
        'cells' in record ? record.cells : [],
      )
      expect(records).toHaveLength(232)
      expect(records[1]![0]).toBe('person0@example.com')
      expect(records.at(-1)![0]).toBe("'=cmd@example.com")
      expect(records.at(-1)!.map(unguarded)).toContain('=1+1')
      await expect.poll(acts).toEqual([
        {
          operator: 'anna@ops.test',
          action: 'export',
          details: '{"filter":"state=confirmed"}',
          outcome: '231 people',
        },
      ])
      expect(await anna.html('/dashboard/activity')).toContain(
        'Exported people (confirmed): 231 people.',
      )
    })

    test('[DASH-4] a browser that goes away ends it, and the log says after how many people', async () => {
      await joined(1_000)
      const leaving = new AbortController()
      const html = await anna.html(list())
      const answer = await fetch(app.url + peoplePaths.export, {
        method: 'POST',
        signal: leaving.signal,
        headers: { cookie: anna.cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({
          form_token: /name="form_token" value="([^"]+)"/.exec(html)![1]!,
        }),
      })
      await answer.body!.getReader().read()
      leaving.abort()
      await expect
        .poll(async () => (await acts())[0]?.outcome)
        .toMatch(/^interrupted after [\d,]+ people$/)
    })
  })

  describe('acts on many people', () => {
    test('[DASH-4] taking off asks with the exact number and who is not affected, then does it once', async () => {
      await joined(3)
      await joined(2, { state: 'unconfirmed' })
      await joined(1, { state: 'unsubscribed' })
      await joined(1, { state: 'bounced' })
      const path = peoplePaths.manyAct('take-off')
      const html = await anna.html(path)
      expect(html).toContain('Take 5 people off the list</button>')
      expect(html).toContain('1 left already, 1 get no mail already (bounced)')
      expect(
        Object.values(await states()).filter((state) => state === 'unsubscribed'),
      ).toHaveLength(1)
      const done = await anna.act(path, { until: untilIn(html) })
      expect(doneIn(done)).toBe('Took people off the list (all people, people: 5): 5 people.')
      expect(Object.values(await states()).toSorted()).toEqual([
        'bounced',
        ...Array(6).fill('unsubscribed'),
      ])
      const again = await anna.act(path, { until: untilIn(html) })
      expect(doneIn(again)).toBe('Took people off the list (all people, people: 0): 0 people.')
      expect(await anna.html(path)).toContain('Nothing to do')
      expect((await acts()).map(({ outcome }) => outcome)).toEqual(['5 people', '0 people'])
    })

    test('[DASH-4] people who join after the page asked are not changed', async () => {
      await joined(2)
      const path = peoplePaths.manyAct('take-off')
      const until = untilIn(await anna.html(path))
      await joined(2)
      await anna.act(path, { until })
      expect(await states()).toEqual({
        person0: 'unsubscribed',
        person1: 'unsubscribed',
        person2: 'confirmed',
        person3: 'confirmed',
      })
    })

    test('[DASH-4] suppressing the filtered people needs a reason, and changes nobody else', async () => {
      await joined(2, { source: 'bad' })
      await joined(1)
      const path = peoplePaths.manyAct('suppress')
      const fields = { source: 'utm bad', until: await lastPersonId(db) }
      expect(await anna.act(path, fields)).toContain('Choose a reason.')
      expect(await acts()).toEqual([])
      const done = await anna.act(path, { ...fields, reason: 'bounce' })
      expect(doneIn(done)).toBe(
        'Suppressed people (from bad, people: 2, reason: bounce): 2 people.',
      )
      expect(await states()).toEqual({
        person0: 'bounced',
        person1: 'bounced',
        person2: 'confirmed',
      })
    })

    test('[DASH-4] two operators at once change each person once', async () => {
      await joined(300)
      const carl = await signIn(app, 'carl@ops.test')
      const path = peoplePaths.manyAct('take-off')
      const until = await lastPersonId(db)
      await Promise.all([anna.post(path, { until }), carl.post(path, { until })])
      const counts = async () =>
        (await acts()).map(({ outcome }) => Number(/^\d+/.exec(outcome ?? '')?.[0] ?? -1))
      await expect.poll(async () => (await counts()).toSorted().at(0)).not.toBe(-1)
      expect((await counts()).reduce((sum, count) => sum + count)).toBe(300)
    })

    test('[DASH-4] an act without its page, or with a filter that has no meaning, changes nobody', async () => {
      await joined(1)
      const path = peoplePaths.manyAct('take-off')
      for (const fields of [{}, { until: '' }, { until: 'z', state: 'x' }, { until: "'--" }])
        expect((await anna.post(path, fields as Record<string, string>)).status).toBe(404)
      expect(await states()).toEqual({ person0: 'confirmed' })
    })

    test('[DASH-4] an act that a killed server left is shown as unfinished, with the way to the others', async () => {
      await db
        .insertInto('action_log')
        .values({
          id: '01900000-0000-7000-8000-00000000000a',
          at: start,
          operator: 'anna@ops.test',
          action: 'take-off-many',
          personId: null,
          details: '{"filter":"state=confirmed","people":8699,"changed":250}',
          outcome: null,
        })
        .execute()
      const html = await anna.html(peoplePaths.progress('01900000-0000-7000-8000-00000000000a'))
      expect(html).toContain('This did not finish')
      expect(html).toMatch(/8,699 people.* 250.* who were stay so/s)
      expect(html).toContain(`href="${peoplePaths.manyAct('take-off')}?state=confirmed"`)
      expect((await anna.get(peoplePaths.progress('x'))).status).toBe(404)
      const log = await anna.html('/dashboard/activity')
      expect(log).toContain('people: 8699, changed so far: 250).')
      expect(log).toContain(
        `href="${peoplePaths.progress('01900000-0000-7000-8000-00000000000a')}"`,
      )
    })
  })

  test('[DASH-4] input of visitors is shown as text, in each state of a person', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    for (const [n, state] of personStates.entries())
      await joined(1, { state, source: hostile, email: `${n}"><script>@example.com` })
    const html = await anna.html(list({ source: `utm ${hostile}` }))
    expect(emailsIn(html)).toHaveLength(personStates.length)
    for (const markup of ['<img', '"><script>@', 'style=']) expect(html).not.toContain(markup)
  })
})
