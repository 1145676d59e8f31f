import { describe, expect, test } from 'vitest'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { reportMail } from '#test/report-mails.ts'
import { silentLog } from '#test/silent-log.ts'
import { handleMessage } from './handle-message.ts'

const email = 'sanne@recipient.example'
const messageId = '<6f1c2a34-0000-4000-8000-0123456789ab@fuel.example>'

describe.each(storeEngines)('%s: a mail of the bounce mailbox', (engine) => {
  // Postgres stores no NUL, and takes none in a query.
  test('[BACK-2] with NUL in its fields is handled as any other', async () => {
    const store = await freshStore(engine)
    await queueTo(store, email, 'welcome', 'confirmed', noon)
    await store.db
      .updateTable('outbox')
      .set({ state: 'sent', sent_at: noon, message_id: messageId })
      .execute()
    const tokens = openMailTokens([testSecret])
    const mail = reportMail('postfix', { token: 'none', messageId, email })
    const withNul = mail
      .toString()
      .replaceAll('550 5.1.1', '550\0 5.1.1')
      .replaceAll('sanne@', 'sa\0nne@')
    const handled = handleMessage({ store, tokens, log: silentLog }, Buffer.from(withNul), noon)
    expect(await handled).toBe('hard-bounce')
    const { reason } = await store.db
      .selectFrom('mail_reports')
      .select('reason')
      .executeTakeFirstOrThrow()
    expect(reason).not.toContain('\0')
  })
})
