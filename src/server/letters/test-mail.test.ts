import { expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { weAreLive } from '#test/letters.ts'
import { everyone } from './audience.ts'
import { createLetter, deleteDraft, saveLetter } from './drafts.ts'
import type { PreviewDeps } from './preview.ts'
import { renderLetterTest } from './test-mail.ts'

const deps: PreviewDeps = {
  publicUrl: 'https://ascend.example',
  mails: {
    checkLetter: ({ body }) => (body === '' ? [{ field: 'body', message: 'Write it.' }] : []),
    placeholdersIn: () => [],
    renderLetter: async ({ subject }, { email }) => ({ subject, html: '', text: email }),
  },
}
const email = 'anna@ascend.example'

test('[LETTER-1] a test has the text of the letter at sending, and says so in its subject', async () => {
  const { db, transact } = await freshStore('sqlite')
  const draft = { text: weAreLive, audience: everyone }
  const { id } = await transact((trx) => createLetter(trx, draft, email, 0))
  const save = (text: typeof weAreLive, revision: number) =>
    transact((trx) => saveLetter(trx, { ...draft, id, revision, text }, email, 0))
  await save({ ...weAreLive, subject: 'We are open' }, 1)
  expect(await renderLetterTest(db, { letterId: id, email }, deps)).toEqual({
    subject: 'Test: We are open',
    html: '',
    text: email,
  })
  await save({ ...weAreLive, body: '' }, 2)
  await expect(renderLetterTest(db, { letterId: id, email }, deps)).rejects.toThrow('problems')
  await transact((trx) => deleteDraft(trx, id))
  await expect(renderLetterTest(db, { letterId: id, email }, deps)).rejects.toThrow('deleted')
})
