import { expect, test } from 'vitest'
import type { LetterRecipient } from '#contract/render.ts'
import { freshStore } from '#test/fresh-store.ts'
import { oneText, weAreLive } from '#test/letters.ts'
import { previewLetter, renderLetterTest, type PreviewDeps } from './check.ts'
import { everyone } from './audience.ts'
import { createLetter, deleteDraft, saveLetter } from './letter.ts'

const text = { subject: 'We are live', preview: '', body: 'For {type}' }
const shown = { language: 'en', text }
const rendering = (fallback: string | null, problems: string[] = []) => {
  const recipients: LetterRecipient[] = []
  const deps: PreviewDeps = {
    publicUrl: 'https://fuel.example',
    mails: {
      checkLetter: () => problems.map((message) => ({ field: 'body', message })),
      placeholdersIn: () => [{ name: 'type', fallback }],
    },
    mailsIn: async () => ({
      renderLetter: async (_text, recipient) => {
        recipients.push(recipient)
        return { subject: 'We are live', html: '', text: '' }
      },
    }),
  }
  return { deps, recipients }
}

test('a preview has links that lead to nobody', async () => {
  const { deps, recipients } = rendering('you')
  await previewLetter(shown, { email: 'sanne@example.com' }, deps)
  expect(recipients).toEqual([
    {
      email: 'sanne@example.com',
      unsubscribeUrl: 'https://fuel.example/unsubscribe/preview',
      meUrl: 'https://fuel.example/me/preview',
      quizType: undefined,
    },
  ])
})

test('a preview for a reader without a type shows a type where the letter has no fallback', async () => {
  const { deps, recipients } = rendering(null)
  await previewLetter(shown, { email: 'sanne@example.com' }, deps)
  await previewLetter(shown, { email: 'sanne@example.com', quizType: 'stress' }, deps)
  expect(recipients.map(({ quizType }) => quizType)).toEqual(['focus', 'stress'])
})

test('a letter that cannot be shown says why', async () => {
  const { deps, recipients } = rendering('you', ['Remove the HTML.'])
  expect(await previewLetter(shown, { email: 'sanne@example.com' }, deps)).toEqual({
    problems: [{ language: 'en', field: 'body', message: 'Remove the HTML.' }],
  })
  expect(recipients).toEqual([])
})

const deps: PreviewDeps = {
  publicUrl: 'https://ascend.example',
  mails: {
    checkLetter: ({ body }) => (body === '' ? [{ field: 'body', message: 'Write it.' }] : []),
    placeholdersIn: () => [],
  },
  mailsIn: async (language) => ({
    renderLetter: async ({ subject }, { email }) => ({ subject, html: language, text: email }),
  }),
}
const email = 'anna@ascend.example'

test('[LETTER-1] a test has the text of the letter at sending, and says so in its subject', async () => {
  const { db, transact } = await freshStore('sqlite')
  const draft = { ...oneText(weAreLive), audience: everyone }
  const test = { language: 'en', email }
  const { id } = await transact((trx) => createLetter(trx, draft, email, 0))
  const save = (text: typeof weAreLive, revision: number) =>
    transact((trx) => saveLetter(trx, { ...draft, id, revision, ...oneText(text) }, email, 0))
  await save({ ...weAreLive, subject: 'We are open' }, 1)
  expect(await renderLetterTest(db, { letterId: id, ...test }, deps)).toEqual({
    subject: 'Test: We are open',
    html: 'en',
    text: email,
  })
  await save({ ...weAreLive, body: '' }, 2)
  await expect(renderLetterTest(db, { letterId: id, ...test }, deps)).rejects.toThrow('problems')
  await transact((trx) => deleteDraft(trx, id))
  await expect(renderLetterTest(db, { letterId: id, ...test }, deps)).rejects.toThrow('deleted')
})
