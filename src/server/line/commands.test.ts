import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { listActs } from '#server/acts/action-log.ts'
import { readConfig } from '#server/config/config.ts'
import type { Store } from '#server/db/store.ts'
import { lineCommand, type CommandDeps } from './commands.ts'
import { recountLine } from './check.ts'

describe.each(storeEngines)('npm run line on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let rule = { perFriend: 3, cap: 2 }
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
    for (let n = 0; n < 60; n++) await people.enters(`first${n}@example.com`)
    const mila = await people.enters('mila@example.com')
    await people.enters('friend@example.com', mila)
  })
  afterAll(() => store.close())

  const line = async (...args: string[]) => {
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: freshFolder() })
    if (!read.ok) throw new Error(read.problems.join('\n'))
    const deps: CommandDeps = {
      store,
      config: read.config,
      now: people.clock.now,
      terms: { ...terms, ...rule },
      parseAddress: (typed) => typed.toLowerCase(),
      print,
      note: print,
    }
    return { code: await runAction(lineCommand, args, deps), output: lines.join('\n') }
  }
  const shown = async (address: string) =>
    JSON.parse((await line('show', address, '--json')).output)

  test('[LINE-6] ledger prints what is owed, as counts, CSV and JSON', async () => {
    expect((await line('ledger')).output).toMatch(/\(1\): 1 reached\.\n.*\(3\): nobody\. 0 of 500/)
    const [head, row] = (await line('ledger', '--csv')).output.split(/\r?\n/)
    expect(head).toContain('email,friends,reward,state,number,since,due,note')
    expect(row).toMatch(/^mila@example.com,1,.*,reached,,/)
    expect(JSON.parse((await line('ledger', '--json')).output)).toMatchObject({
      email: 'mila@example.com',
      friends: 1,
      due: new Date(people.clock.now + terms.holdHours * 3_600_000).toISOString(),
    })
  })

  test('[LINE-9] show prints a place and its account', async () => {
    expect(await shown('Mila@example.com')).toEqual({
      place: 37,
      before: 36,
      behind: 25,
      order: 61,
      friends: 1,
      passed: 24,
      passedBy: 0,
    })
    expect((await line('show', 'mila@example.com')).output).toMatch(
      /^Place 37, 25 behind\..* passed with 1 friend, passed by 0/,
    )
    expect((await line('show', 'nobody@example.com')).code).toBe(1)
  })

  test('[LINE-9] check of one person speaks in the singular', async () => {
    const all = store
    store = await freshStore(engine)
    await (await linePeople(store)).enters('mila@example.com')
    expect((await line('check')).output).toBe('The line is right: 1 person waits.')
    await store.close()
    store = all
  })

  test('[LINE-9] check exits with 1 if a count is wrong, and repairs it', async () => {
    expect(await line('check')).toEqual({ code: 0, output: 'The line is right: 62 people wait.' })
    await store.db.updateTable('line_counts').set({ n: 7 }).where('level', '=', 2).execute()
    expect(JSON.parse((await line('check', '--json')).output)).toMatchObject({
      sound: false,
      found: { counts: 1 },
    })
    expect((await line('check', '--repair')).code).toBe(1)
    expect((await line('check')).code).toBe(0)
  })

  test('[LINE-1] another rule moves everybody, with a dated line, once it is the campaign’s', async () => {
    rule = { perFriend: 25, cap: 10 }
    expect(await line('rules', '--per-friend', '3', '--cap', '2', '--yes')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Nothing was changed.'),
    })
    rule = { perFriend: 3, cap: 2 }
    expect((await line('rules', '--per-friend', '3', '--cap', '2')).output).toContain(
      'would be 3 for each of 2: 1 people would count',
    )
    expect(await shown('mila@example.com')).toMatchObject({ place: 37 })
    people.clock.now += 1_000
    expect((await line('rules', '--per-friend', '3', '--cap', '2', '--yes')).code).toBe(0)
    expect(await listActs(store.db, { most: 5 })).toMatchObject([
      { operator: 'shell', action: 'change-line-rule', details: '{"perFriend":3,"cap":2}' },
    ])
    expect(await shown('mila@example.com')).toMatchObject({ place: 59, passed: 2, order: 61 })
    expect(
      await store.db.selectFrom('line_rules').selectAll().orderBy('at').execute(),
    ).toHaveLength(2)
    rule = { perFriend: 100, cap: 50 }
    expect((await line('rules', '--per-friend', '100', '--cap', '50', '--yes')).code).toBe(0)
    expect(await shown('mila@example.com')).toMatchObject({ place: 1 })
    expect((await line('check')).code).toBe(0)
    expect((await recountLine(store, { repair: false, now: 0 })).keys).toBe(0)
  })

  test('[LINE-1] before the line has begun no rule is changed, and the log says so', async () => {
    rule = { perFriend: 3, cap: 2 }
    await store.db.deleteFrom('line_head').execute()
    expect(await line('rules', '--per-friend', '3', '--cap', '2', '--yes')).toEqual({
      code: 1,
      output: 'The line has not begun: a server begins it when it starts.',
    })
    expect(await listActs(store.db, { most: 1 })).toMatchObject([
      { action: 'change-line-rule', outcome: 'nothing changed, the line has not begun' },
    ])
  })
})
