import { grouped } from '#contract/figures.ts'
import type { LetterProblem, LetterText } from '#contract/letters.ts'
import type { MailBundle } from '#contract/render.ts'

/** `mails`: the rules of the mails' bundle for the text of a letter. */
export type TextRules = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn'>
  publicUrl: string
}

/** `withoutType`: people of the audience without a quiz result. */
export type AudienceFacts = { people: number; withoutType: number }

/** What keeps a letter from being sent: its text, its audience, and values that people lack. */
export function problemsOf(
  text: LetterText,
  { people, withoutType }: AudienceFacts,
  { mails, publicUrl }: TextRules,
): LetterProblem[] {
  return [
    // A missing fallback is reported below, with the number of people who need it.
    ...mails.checkLetter(text, { publicUrl, everyoneHasType: true }),
    ...withoutValue(text, withoutType, mails),
    ...(people === 0 ? [nobody] : []),
  ]
}

const nobody: LetterProblem = {
  field: 'audience',
  message: 'Nobody in this audience has confirmed yet. Choose a wider audience.',
}

/**
 * `{type}` without a fallback, if people have no quiz result. `checkLetter` refuses the other names
 * without one.
 */
function withoutValue(
  text: LetterText,
  people: number,
  mails: TextRules['mails'],
): LetterProblem[] {
  if (people === 0) return []
  const empty = { subject: '', preview: '', body: '' }
  const fields = (['subject', 'preview', 'body'] as const).filter((field) =>
    mails
      .placeholdersIn({ ...empty, [field]: text[field] })
      .some(({ name, fallback }) => name === 'type' && fallback === null),
  )
  const who = people === 1 ? '1 person has' : `${grouped(people)} people have`
  const message = `${who} no quiz result, so {type} has no value for them. Add a fallback, as in {type|your type}, or choose an audience by type.`
  return fields.map((field) => ({ field, message }))
}
