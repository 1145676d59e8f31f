import { expect, test } from 'vitest'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { listActs } from '#server/acts/action-log.ts'
import { readConfig } from '#server/config/config.ts'
import { setLaunchState } from '#server/launch/periods.ts'
import { beginLine } from './begin.ts'
import { campaignLine } from './enter.ts'
import { wavesCommand, type CommandDeps } from './wave-acts.ts'

const morning = Date.parse('2026-11-24T08:00:00Z')

/** `npm run waves` beside a store, at 09:00 in Amsterdam. */
async function open(...names: string[]) {
  const store = await freshStore('sqlite')
  await beginLine(store, async () => store, campaignLine, morning)
  await confirmed(store, names, morning)
  const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: freshFolder() })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  return {
    acts: async () =>
      (await listActs(store.db, { most: 5 })).map(({ details, outcome }) => [
        (JSON.parse(details) as { spots: number }).spots,
        outcome,
      ]),
    pause: () =>
      store.transact((trx) =>
        setLaunchState(
          trx,
          {
            state: 'paused',
            at: morning,
            until: null,
            listFirstUntil: null,
            eraseAt: null,
            by: 'shell',
          },
          morning,
        ),
      ),
    async waves(...args: string[]) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const deps: CommandDeps = {
        store,
        config,
        now: morning,
        timeZone: 'Europe/Amsterdam',
        secrets: () => [testSecret],
        print,
        note: print,
      }
      const code = await runAction(wavesCommand, args, deps)
      return { code, output: lines.join('\n') }
    },
  }
}

test('[LINE-8] a wave is reported, invited with --yes, and listed', async () => {
  const { waves, acts } = await open('mila', 'finn', 'noor')
  const invite = ['invite', '2', '--until', '2026-12-03 18:00']
  expect(await waves(...invite)).toEqual({
    code: 0,
    output:
      'It would invite 2 of the line, until 3 December 2026, 18:00. Add --yes to invite them.',
  })
  expect(await acts()).toEqual([])
  expect((await waves(...invite, '--yes')).output).toMatch(/^Wave 1: 2 invited, until 3 December/)
  expect(await acts()).toEqual([[2, 'wave 1, 2 invited']])
  expect((await waves('list')).output).toBe(
    'Wave 1: 2 spots, invited on 24 November 2026, 09:00, until 3 December 2026, 18:00. 2 invited, 0 came, 0 expired, 0 passed, 0 left; 0 used in a shop, 0 free.',
  )
  expect(JSON.parse((await waves('list', '--json')).output)).toMatchObject([
    { number: 1, size: 2, people: { invited: 2, came: 0 }, endsAt: '2026-12-03T17:00:00.000Z' },
  ])
})

test('[LINE-8] a past end, a type of nobody and a wrong number invite nobody', async () => {
  const { waves } = await open('mila')
  const until = ['--until', '2026-12-03 18:00']
  expect(await waves('invite', '1', '--until', '2026-11-24 09:00', '--yes')).toMatchObject({
    code: 1,
    output: 'The end is past: choose a later one. Nobody was invited.',
  })
  expect((await waves('invite', '1', ...until, '--type', 'focus')).code).toBe(1)
  expect((await waves('invite', '0', ...until)).code).toBe(2)
  expect((await waves('invite', '1')).output).toContain('--until is missing')
  expect((await waves('list')).output).toBe('There are no waves yet.')
})

test('[LINE-8] of an end that the clock shows twice the command says that it took the first', async () => {
  const { waves } = await open('mila')
  const { output } = await waves('invite', '1', '--until', '2027-10-31 02:30')
  expect(output).toContain('The first one was taken, 2027-10-31T02:30+02:00')
})

test('[END-1] [LINE-8] a wave is refused while the launch is paused, and the reason is said', async () => {
  const { waves, pause } = await open('mila')
  await pause()
  const words = 'The launch is paused, and waves with it: invite when it goes on.'
  const invite = ['invite', '1', '--until', '2026-12-03 18:00']
  expect(await waves(...invite)).toEqual({ code: 1, output: words })
  expect(await waves(...invite, '--yes')).toEqual({
    code: 1,
    output: `${words} Nobody was invited.`,
  })
  expect((await waves('list')).output).toBe('There are no waves yet.')
})

test('[LINE-8] the codes of a wave are CSV without people, and a shop reports each once', async () => {
  const { waves } = await open('mila', 'finn')
  await waves('invite', '2', '--until', '2026-12-03 18:00', '--yes')
  const [head, ...rows] = (await waves('codes', '1')).output.split('\n')
  expect(head).toBe('code,state,ends_at,came_at,used_at')
  expect(rows).toHaveLength(2)
  const code = rows[0]!.split(',')[0]!
  expect(rows[0]).toBe(`${code},invited,2026-12-03T17:00:00.000Z,,`)
  expect(await waves('came', code.toLowerCase())).toEqual({
    code: 0,
    output: 'The code of wave 1 is used.',
  })
  expect(await waves('came', code)).toEqual({ code: 1, output: 'This code was used before.' })
  expect((await waves('came', 'AAAA-AAAA-AAAA-AAAA')).output).toBe('This code is unknown.')
  const [first] = (await waves('codes', '1', '--json')).output.split('\n')
  expect(JSON.parse(first!)).toMatchObject({
    code,
    state: 'came',
    usedAt: '2026-11-24T08:00:00.000Z',
  })
  expect(await waves('codes', '7')).toEqual({ code: 1, output: 'There is no such wave.' })
})
