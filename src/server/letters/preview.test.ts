import { expect, test } from 'vitest'
import type { LetterRecipient } from '#contract/render.ts'
import { previewLetter, type PreviewDeps } from './preview.ts'

const text = { subject: 'We are live', preview: '', body: 'For {type}' }
const rendering = (fallback: string | null, problems: string[] = []) => {
  const recipients: LetterRecipient[] = []
  const deps: PreviewDeps = {
    publicUrl: 'https://fuel.example',
    mails: {
      checkLetter: () => problems.map((message) => ({ field: 'body', message })),
      placeholdersIn: () => [{ name: 'type', fallback }],
      renderLetter: async (_text, recipient) => {
        recipients.push(recipient)
        return { subject: 'We are live', html: '', text: '' }
      },
    },
  }
  return { deps, recipients }
}

test('a preview has links that lead to nobody', async () => {
  const { deps, recipients } = rendering('you')
  await previewLetter(text, { email: 'sanne@example.com' }, deps)
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
  await previewLetter(text, { email: 'sanne@example.com' }, deps)
  await previewLetter(text, { email: 'sanne@example.com', quizType: 'stress' }, deps)
  expect(recipients.map(({ quizType }) => quizType)).toEqual(['focus', 'stress'])
})

test('a letter that cannot be shown says why', async () => {
  const { deps, recipients } = rendering('you', ['Remove the HTML.'])
  expect(await previewLetter(text, { email: 'sanne@example.com' }, deps)).toEqual({
    problems: [{ field: 'body', message: 'Remove the HTML.' }],
  })
  expect(recipients).toEqual([])
})
