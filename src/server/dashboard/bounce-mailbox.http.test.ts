import { afterAll, expect, test, vi } from 'vitest'
import { readMailboxState, saveMailboxState } from '#server/bounces/bounce-mailbox.ts'
import { readBounceMailbox } from '#server/config/formats.ts'
import { startApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
/** A port where no mail server listens. */
const url = 'imap://bounce:secret@127.0.0.1:1?allowInsecure=true'
const env = { OPERATORS: 'anna@example.com, reader:bob@example.com', BOUNCE_MAILBOX: url }

test('[BACK-2] the mail screen says when the bounce mailbox was read, or why it cannot be', async () => {
  const app = await startApp({ now: () => start, env })
  afterAll(() => app.close())
  const store = await app.store()
  const anna = await signIn(app, 'anna@example.com', start)
  const bob = await signIn(app, 'bob@example.com', start)
  const shown = async (who: typeof anna) =>
    (await who.html('/dashboard/mail')).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  await vi.waitFor(
    async () => expect(await shown(anna)).toMatch(/the mail server cannot be reached: .* Check/),
    30_000,
  )
  const state = await readMailboxState(store.db, readBounceMailbox(url))
  const trouble = { kind: 'folder', reason: 'Mailbox <b>x</b> is missing', since: start } as const
  await saveMailboxState(store, { ...state, trouble })
  for (const who of [anna, bob])
    expect(await shown(who)).toMatch(
      /The bounce mailbox is not read since .*: the folder cannot be opened: .*&lt;b&gt;x.* Check the folder in BOUNCE_MAILBOX/,
    )
  await saveMailboxState(store, { ...state, trouble: null, readAt: start })
  expect(await shown(anna)).toMatch(/Last read .*\d\d:\d\d/)
  await saveMailboxState(store, { ...state, trouble: null, readAt: start, left: 7 })
  expect(await shown(anna)).toMatch(
    /Last read .*\d\d:\d\d.*7 mails wait there for a person to read/,
  )
})
