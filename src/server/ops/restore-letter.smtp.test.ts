import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { addListed, anyText, sentLetter } from '#test/letters.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { operate } from '#test/operator.ts'
import { openMailServer } from '#test/smtp.ts'
import { readConfig } from '#server/config/config.ts'
import { lettersCommand } from '#server/letters/commands.ts'
import { openLetterPlanner } from '#server/letters/states.ts'
import { backupCommand } from './backup.ts'
import { mailCommand } from './mail-actions.ts'
import { restoreCommand } from './restore.ts'

/**
 * A letter to 125 people was backed up when 50 had it, sent to all, and put back. `sendFor` returns
 * how many mails the mail server has received.
 */
async function restoredLetter() {
  const server = await openMailServer()
  const [dataDir, folder] = [freshFolder(), freshFolder()]
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: testSecret,
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://ascend.example',
    MAIL_FROM: 'hello@ascend.example',
  }
  const clock = { now: noon }
  const open = async () => {
    const store = await freshStore('sqlite', { dataDir })
    const { worker } = mailScene(store, server.url, { now: () => clock.now })
    const planner = openLetterPlanner({ store, now: () => clock.now, queued: () => {} })
    const sendFor = async (hours: number) => {
      for (const until = clock.now + hours * 3_600_000; clock.now < until; clock.now += 600_000) {
        await worker.drain()
        await planner.run()
      }
      return server.received.length
    }
    return { store, worker, sendFor }
  }
  const before = await open()
  const people = Array.from({ length: 125 }, (_, n) => ({ id: `p${100 + n}` }))
  await addListed(before.store, people)
  const { id } = await sentLetter(before.store, noon)
  await before.worker.drain()
  expect(server.received).toHaveLength(50)
  await operate(backupCommand, env, `--to ${folder}`, clock.now)
  expect(await before.sendFor(3)).toBe(125)
  await before.store.close()
  const file = join(folder, readdirSync(folder)[0]!)
  const { output } = await operate(restoreCommand(null), env, `${file} --force`, clock.now)
  const after = await open()

  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  const lines: string[] = []
  const told = () => lines.splice(0).join('\n')
  const line = (text: string) => void lines.push(text)
  const deps = () => ({
    store: after.store,
    config,
    sequence: null,
    timeZone: 'Europe/Amsterdam',
    now: clock.now,
    print: line,
    note: line,
    mails: async () => anyText.mails as never,
  })
  const letters = async (...args: string[]) => {
    await runAction(lettersCommand, args, deps())
    return told()
  }
  const mail = async (...args: string[]) => {
    await runAction(mailCommand, args, deps())
    return told()
  }
  const copies = () => server.received.length - new Set(server.received.map(({ to }) => to[0])).size
  return { ...after, id, output, letters, mail, copies }
}

test('[LETTER-2] a letter that was under way at the backup is held: after a resume and a release of mail nobody gets a second copy', async () => {
  const { output, mail, sendFor, copies } = await restoredLetter()
  expect(output).toContain('1 letter is held: people may already have it.')
  await mail('resume')
  await mail('release')
  expect([await sendFor(4), copies()]).toEqual([125, 0])
  expect(await mail('status')).toContain('is held since')
})

test('[LETTER-2] [LETTER-4] a held letter says how many may already have it, and goes on only with --yes', async () => {
  const { id, letters, mail, sendFor, copies } = await restoredLetter()
  await mail('resume')
  expect(await letters('resume', id)).toMatch(
    /^The letter is held: up to 75 people of 125 may already have it[\s\S]*\nNothing was changed\./,
  )
  expect(JSON.parse(await letters('resume', id, '--json'))).toEqual({
    id,
    state: 'paused',
    mayHaveIt: 75,
  })
  expect([await sendFor(1), copies()]).toEqual([125, 0])
  expect(await letters('resume', id, '--yes')).toMatch(/up to 75 people of 125[\s\S]*\nResumed\.$/)
  expect([await sendFor(4), copies()]).toEqual([200, 75])
})

test('[LETTER-2] [LETTER-4] a held letter is ended by a stop, which says how many may already have it', async () => {
  const { id, letters, mail, sendFor, copies } = await restoredLetter()
  await mail('resume')
  expect(await letters('stop', id)).toMatch(/up to 75 people of 125[\s\S]*\nStopped\./)
  expect([await sendFor(4), copies()]).toEqual([125, 0])
})
