import { expect, test } from 'vitest'
import type { LaunchTerms } from '#contract/launch/state-words.ts'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { listActs } from '#server/acts/action-log.ts'
import { readConfig } from '#server/config/config.ts'
import { setLaunchState } from './periods.ts'
import { launchCommand, type CommandDeps } from './acts.ts'

const morning = Date.parse('2026-11-24T08:00:00Z')
const terms: LaunchTerms = {
  shop: 'https://shop.example',
  listFirstDays: 2,
  eraseAfterDays: 30,
  tellOnce: true,
}

/** `npm run launch` beside a store, at 09:00 in Amsterdam. */
async function open(given: Partial<LaunchTerms> = {}) {
  const store = await freshStore('sqlite')
  const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: freshFolder() })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const acts = async () =>
    (await listActs(store.db, { most: 20 }))
      .toReversed()
      .map(({ operator, action, outcome }) => [operator, action, outcome])
  const launch = async (...args: string[]) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const deps: CommandDeps = {
      store,
      config: read.config,
      now: morning,
      timeZone: 'Europe/Amsterdam',
      terms: { ...terms, ...given },
      print,
      note: print,
    }
    const code = await runAction(launchCommand, args, deps)
    return { code, output: lines.join('\n') }
  }
  return { store, launch, acts }
}

test('[END-1] a list is paused until a time, and a launch is planned and cancelled', async () => {
  const { launch, acts } = await open()
  expect(await launch('show')).toEqual({ code: 0, output: 'The launch is open.' })
  expect((await launch('pause', '--until', '2026-11-30 09:00')).output).toBe(
    'The launch is paused since 24 November 2026, 09:00, until 30 November 2026, 09:00.',
  )
  const { output } = await launch('launch', '--at', '2026-12-01T10:00')
  expect(output).toContain('Planned: launched from 1 December 2026, 10:00')
  const id = /\((.+)\)/.exec(output)![1]!
  expect((await launch('cancel', id)).output).not.toContain('Planned')
  expect(await launch('cancel', id)).toEqual({
    code: 1,
    output: 'There is no such plan, or it has begun. Nothing was changed.',
  })
  expect(await acts()).toEqual([
    ['shell', 'pause-launch', 'done'],
    ['shell', 'launch-launch', 'done'],
    ['shell', 'cancel-launch', 'done'],
    ['shell', 'cancel-launch', 'nothing changed (nothing planned)'],
  ])
})

test('[END-1] [END-3] a launch has the times of the campaign, which the operator can change', async () => {
  const { launch } = await open()
  const json = async (...args: string[]) =>
    JSON.parse((await launch(...args, '--json')).output) as Record<string, unknown>
  expect(await json('launch')).toMatchObject({
    state: 'launched',
    since: '2026-11-24T08:00:00.000Z',
    until: null,
    listFirstUntil: '2026-11-26T08:00:00.000Z',
    eraseAt: '2026-12-24T08:00:00.000Z',
  })
  expect(await json('launch', '--erase-at', '2027-01-31 12:00')).toMatchObject({
    listFirstUntil: '2026-11-26T08:00:00.000Z',
    eraseAt: '2027-01-31T11:00:00.000Z',
  })
  expect(await json('launch', '--erase-at', 'none')).toMatchObject({ eraseAt: null })
  expect(await json('open')).toMatchObject({ state: 'open', since: '2026-11-24T08:00:00.000Z' })
})

test('[END-1] ending a pause leaves a closed list closed; opening it ends both', async () => {
  const { launch } = await open()
  await launch('close')
  expect((await launch('pause')).output).toContain('Beneath it: closed from 24 November 2026')
  expect((await launch('resume')).output).toContain('The launch is closed')
  expect((await launch('open')).output).toContain('The launch is open')
  expect((await launch('open')).code).toBe(1)
})

test.each([
  [['pause', '--at', '2026-11-24 08:58'], 1, 'This time is past'],
  [['close', '--until', '2026-11-24 09:00'], 1, 'The end is not after the beginning'],
  [['launch', '--erase-at', '2026-11-25 08:59'], 1, 'erased in a day at the earliest'],
  [['pause', '--at', 'tomorrow'], 2, '--at is not a time'],
  [['pause', '--at', '2027-03-28 02:30'], 2, 'the clock skips this time'],
  [['close', '--at', '2027-02-29T10:00Z'], 2, "--at is '2027-02-29T10:00Z': there is no such day"],
  [['close', '--until', '2027-02-30 10:00'], 2, 'there is no such day'],
  [['launch', '--erase-at', '2027-04-31T10:00+02:00'], 2, 'there is no such day'],
  [['launch', '--first-until', '2027-01-01 24:30'], 2, '--first-until is not a time'],
  [['move-end', 'lunch', '--to', '2026-12-01 09:00'], 2, "OFFER is 'lunch': use legacyPack"],
] as const)('[END-1] `launch -- %j` is refused and says why', async (args, code, why) => {
  const { launch } = await open()
  expect(await launch(...args)).toEqual({ code, output: expect.stringContaining(why) })
})

test('[END-1] of a time that the clock shows twice the command says that it took the first', async () => {
  const { launch } = await open()
  const { output } = await launch('pause', '--until', '2027-10-31 02:30')
  expect(output).toContain('--until: Europe/Amsterdam shows this time twice')
  expect(output).toContain('The first one was taken, 2027-10-31T02:30+02:00.')
  const later = await launch('pause', '--until', '2027-10-31T02:30+01:00', '--json')
  expect(JSON.parse(later.output)).toMatchObject({ until: '2027-10-31T01:30:00.000Z' })
})

test("[END-3] without the shop's address nothing is launched or planned, and the command says what to write where", async () => {
  const { store, launch, acts } = await open({ shop: null })
  for (const args of [['launch'], ['launch', '--at', '2026-12-01 09:00']]) {
    const { code, output } = await launch(...args)
    expect(code).toBe(1)
    expect(output).toContain("as 'shop' in launch.ts of the campaign")
    expect(output).toContain('Nothing was changed.')
  }
  expect(await store.db.selectFrom('launch_periods').selectAll().execute()).toEqual([])
  expect(await acts()).toEqual([
    ['shell', 'launch-launch', 'nothing changed (no shop)'],
    ['shell', 'launch-launch', 'nothing changed (no shop)'],
  ])
})

test("[END-3] a planned launch that lost the shop's address is shown as one that will not happen", async () => {
  const { store, launch } = await open({ shop: null })
  const planned = { listFirstUntil: null, eraseAt: null, by: 'shell', until: null }
  const at = morning + 3_600_000
  await store.transact((trx) => setLaunchState(trx, { state: 'launched', at, ...planned }, morning))
  expect((await launch('show')).output).toContain('but it will not happen')
})
