import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { runAction } from '#test/run-action.ts'
import { startApp } from '#test/app.ts'
import { openDovecot } from '#test/dovecot.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { reportMail } from '#test/report-mails.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { openMailboxReader } from '#server/bounces/read-mailbox.ts'
import { readBounceMailbox } from '#server/config/formats.ts'
import { readConfig } from '#server/config/config.ts'
import type { Store } from '#server/db/store.ts'
import { readLetterCounts, readLetter } from '#server/letters/letter.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { peopleCommand } from '#server/people/commands.ts'

const people = Number(process.env['LAUNCH_PEOPLE'] ?? 20_000)
/** A launch of six hours takes six minutes. */
const speed = 60
const anna = 'anna@fuel.example'
const domains = [
  'gmail.com',
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'club.example',
  'gym.example',
]
const addresses = Array.from({ length: people }, (_, n) => `p${n}@${domains[n % domains.length]}`)
/** So many of a hundred people in a row, from the `from`-th on, have a mailbox that is gone. */
const gone = (email: string, from: number, many: number) => {
  const place = (Number(/\d+/.exec(email)![0]) * 37) % 100
  return place >= from && place < from + many
}

test(
  '[LETTER-2] [LETTER-3] [BACK-2] a letter to the whole list reaches each person once with 3 % of reports; one with 6 % stops by itself and goes on after a resume',
  async () => {
    const launch = await openLaunch()
    const { smtp, store } = launch
    const first = await sendLetter(await launch.signIn(), 'We are live')
    await launch.until(first, 'done', (email) => gone(email, 0, 3))
    const bounced = addresses.filter((email) => gone(email, 0, 3))
    const counts = (await readLetterCounts(store.db, first)).total
    recordMeasurement(`launch: We are live: ${JSON.stringify(counts)}`)
    expect(recipientsOf(smtp.received, 'We are live')).toEqual(addresses.toSorted())
    expect(counts).toMatchObject({ queued: people, accepted: people })
    expect(await peopleIn(store, 'bounced')).toEqual(bounced.toSorted())

    const operator = await launch.signIn()
    const second = await sendLetter(operator, 'One more thing')
    await launch.until(second, 'paused', (email) => gone(email, 3, 6))
    const stopped = await readLetter(store.db, second)
    expect(stopped).toMatchObject({ pausedBy: 'bounces' })
    const toAnna = smtp.received.filter(({ to }) => to[0] === anna)
    expect(toAnna.some(({ raw }) => raw.includes('One more thing'))).toBe(true)
    const before = recipientsOf(smtp.received, 'One more thing').length
    const html = await operator.html(letterPaths.undelivered(second))
    expect(html).toContain('550 5.1.1')
    await operator.act(letterPaths.act(second, 'resume'))
    await expect
      .poll(() => recipientsOf(smtp.received, 'One more thing').length, { timeout: 600_000 })
      .toBeGreaterThan(before + 500)
    await operator.act(letterPaths.act(second, 'stop'))
    const reached = recipientsOf(smtp.received, 'One more thing')
    expect(reached).toEqual([...new Set(reached)])
    recordMeasurement(
      `launch: One more thing stopped after ${before} mails, and went on once it was resumed`,
    )
    await launch.close()
  },
  40 * 60_000,
)

/** The server with a mail server and a mailbox, a clock that runs fast, and a list of people. */
async function openLaunch() {
  const began = Date.now()
  const now = () => began + (Date.now() - began) * speed
  const [smtp, dovecot] = await Promise.all([openMailServer(), openDovecot()])
  const mailbox = dovecot.newMailbox()
  const env = {
    SECRET_KEY: testSecret,
    OPERATORS: anna,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Fuel <hello@fuel.example>',
    MAILS_PER_HOUR: '10000',
    BOUNCE_ADDRESS: 'bounce@mail.fuel.example',
    BOUNCE_MAILBOX: mailbox.url,
  }
  const app = await startApp({ now, env: { LIMITS: 'on', ...env } })
  const { store } = app.server()
  await importPeople(store, env, now())
  // The server's own reader runs once in a minute of the machine, an hour of this clock.
  const reader = openMailboxReader({
    store,
    mailbox: readBounceMailbox(mailbox.url),
    tokens: openMailTokens([testSecret]),
    log: silentLog,
    now,
  })
  let read = 0
  /** Mails to people who are `gone` come back by a report within a minute. */
  const bounce = (isGone: (email: string) => boolean) => {
    for (; read < smtp.received.length; read++) {
      const { from, to, raw } = smtp.received[read]!
      if (to[0] === anna || !isGone(to[0]!)) continue
      const token = /\+(\w+)@/.exec(from)![1]!
      const messageId = /^Message-ID: (.*)$/im.exec(raw)![1]!.trim()
      mailbox.deliver(reportMail('postfix', { token, messageId, email: to[0]! }))
    }
  }
  return {
    app,
    store,
    smtp,
    /** A session ends when nobody uses it for half a day. */
    signIn: () => signIn(app, anna, now()),
    /** Resolves once the letter is in the state and all reports are read. */
    async until(id: string, state: string, isGone: (email: string) => boolean) {
      for (;;) {
        bounce(isGone)
        await reader.read()
        const letter = await readLetter(store.db, id)
        if (letter?.state === state && mailbox.count() === 0) return
        await sleep(60_000 / speed)
      }
    },
    close: () => app.close(),
  }
}

async function importPeople(store: Store, env: Record<string, string>, now: number) {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const list = join(freshFolder(), 'list.csv')
  writeFileSync(list, ['email', ...addresses].join('\n'))
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const { timeZone } = campaign
  const deps = { store, config: read.config, timeZone, now, print: note, note }
  const consent = ['--consent-source', 'HYROX stand', '--consent-date', '2026-01-31']
  const code = await runAction(
    peopleCommand,
    ['import', list, '--confirmed', ...consent, '--yes'],
    deps,
  )
  if (code !== 0) throw new Error(lines.join('\n'))
}

/** Written, tested and sent as in the dashboard. Returns its id. */
async function sendLetter(operator: SignedIn, subject: string): Promise<string> {
  const body = `# ${subject}\n\nThe shop is open, for {type|you} first.\n\n[Open the shop](https://fuel.example/shop)`
  const fields = { subject, preview: 'The shop is open', body, lang: 'en', type: '', source: '' }
  const saved = await operator.post(letterPaths.new, { ...fields, do: 'save' })
  const id = /letters\/([\w-]+)/.exec(saved.headers.get('location')!)![1]!
  await operator.act(letterPaths.test(id))
  const asked = await operator.html(letterPaths.send(id))
  const hidden = (name: string) => new RegExp(`name="${name}" value="(\\d+)"`).exec(asked)![1]!
  const answer = { revision: hidden('revision'), people: hidden('people'), day: '', time: '' }
  await operator.act(letterPaths.send(id), answer)
  expect(await operator.html(letterPath(id))).toContain('Sending')
  return id
}

const recipientsOf = (
  received: readonly { to: string[]; raw: string }[],
  subject: string,
): readonly string[] =>
  received
    .filter(({ raw, to }) => raw.includes(`Subject: ${subject}`) && to[0] !== anna)
    .flatMap(({ to }) => to)
    .sort()

const peopleIn = async ({ db }: Store, state: 'bounced'): Promise<readonly string[]> =>
  (await db.selectFrom('people').select('email').where('state', '=', state).execute())
    .map(({ email }) => email)
    .sort()
