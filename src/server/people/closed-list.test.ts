import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { requestOnce } from '#server/signup/once-requests.ts'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { noon } from '#test/mailbox.ts'
import { peopleCommand } from './commands.ts'

const consent = { version: 'once-1', text: 'One mail, then deleted. Privacy', link: 'Privacy' }
const daan = 'daan@example.com'

describe.each(storeEngines)('addresses of the closed list, on %s', (engine) => {
  /** Sanne is on the list; Daan, and Sanne too, asked a closed list for one mail. */
  async function open() {
    const store = await freshStore(engine)
    const folder = freshFolder()
    const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: folder })
    if (!read.ok) throw new Error(read.problems.join())
    await confirmed(store, ['sanne'], noon)
    for (const email of [daan, 'sanne@example.com'])
      await store.transact((trx) =>
        requestOnce(trx, { email, consent, network: 'one', language: 'en' }, noon),
      )
    const run = async (...args: string[]) => {
      const lines: string[] = []
      const say = (line: string) => void lines.push(line)
      const code = await runAction(peopleCommand, args, {
        store,
        config: read.config,
        now: noon,
        timeZone: 'Europe/Amsterdam',
        print: say,
        note: say,
      })
      return { code, output: lines.join('\n') }
    }
    const exported = async (name: string, ...args: string[]) => {
      const to = join(folder, name)
      const { output } = await run('export', '--to', to, ...args)
      return { output, text: readFileSync(to, 'utf8') }
    }
    return { run, exported }
  }

  test('[END-3] are found, and shown with all that is known of them', async () => {
    const { run } = await open()
    expect((await run('find', 'DAAN')).output).toBe(`closed list  ${daan}`)
    expect((await run('find', 'sanne')).output.split('\n')).toHaveLength(2)
    const { code, output } = await run('show', daan)
    expect([code, JSON.parse(output)]).toEqual([
      0,
      {
        closedList: {
          email: daan,
          language: 'en',
          requestedAt: '2026-11-21T12:00:00.000Z',
          confirmedAt: null,
          consentVersion: 'once-1',
          consentWording: 'One mail, then deleted.',
          mailQueuedAt: null,
        },
      },
    ])
    expect(JSON.parse((await run('show', 'sanne@example.com')).output)).toMatchObject({
      state: 'confirmed',
      closedList: { confirmedAt: null },
    })
  })

  test('[END-3] have an export of their own, which that of people names', async () => {
    const { exported } = await open()
    const people = await exported('people.csv')
    expect(people.text).not.toContain(daan)
    expect(people.output).toContain('2 addresses that asked a closed list for one mail')
    const csv = (await exported('asked.csv', '--closed-list')).text.split(/\r?\n/)
    expect(csv[0]).toContain(
      'email,language,requested_at,confirmed_at,consent_version,consent_wording',
    )
    expect(csv[1]).toContain(`${daan},en,2026-11-21T12:00:00.000Z,,once-1,`)
    const { output, text } = await exported('asked.jsonl', '--closed-list')
    expect(output).toContain('2 addresses of the closed list')
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { email: string }).email),
    ).toEqual([daan, 'sanne@example.com'])
  })

  test('[END-3] are erased, and the command says so', async () => {
    const { run } = await open()
    expect((await run('erase', daan)).output).toBe(
      "The address was not on the list. The address's request to a closed list for one mail was deleted. Its keyed hash is stored now, so that imports refuse it.",
    )
    expect(JSON.parse((await run('erase', 'sanne@example.com', '--json')).output)).toEqual({
      erased: true,
      closedList: true,
    })
    expect((await run('find', 'example')).code).toBe(1)
    expect((await run('erase', daan)).output).toContain('there was nothing to erase')
  })
})
