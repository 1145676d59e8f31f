import { grouped } from '#contract/figures.ts'
import {
  placeholders,
  type LetterProblem,
  type LetterText,
  type Placeholder,
} from '#contract/letters.ts'
import type { MailBundle } from '#contract/render.ts'
import type { LetterAudience } from '#contract/letters.ts'
import type { WithoutValue } from './audience.ts'

/** `mails`: the rules of the mails' bundle for the text of a letter. */
export type TextRules = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn'>
  publicUrl: string
}

/** `without`: people of the audience for whom a placeholder has no value. */
export type AudienceFacts = { audience: LetterAudience; people: number; without: WithoutValue }

/** The placeholders for which everybody needs a value, as they are written without a fallback. */
export const namesWithoutFallback = (
  text: LetterText,
  mails: Pick<MailBundle, 'placeholdersIn'>,
): ReadonlySet<Placeholder> =>
  new Set(
    mails.placeholdersIn(text).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
  )

/** The problems that prevent sending: of the text, of the audience, and values that people lack. */
export function problemsOf(
  text: LetterText,
  { audience, people, without }: AudienceFacts,
  { mails, publicUrl }: TextRules,
): LetterProblem[] {
  return [
    // A missing fallback is reported below, with the number of people who need it.
    ...mails.checkLetter(text, { publicUrl, everyoneHasValues: true }),
    ...placeholders.flatMap((name) => withoutValue(text, name, without[name] ?? 0, mails)),
    ...(people === 0 ? [nobodyIn(audience)] : []),
  ]
}

const nobodyIn = ({ type, source }: LetterAudience): LetterProblem => ({
  field: 'audience',
  message:
    type || source
      ? 'Nobody in this audience has confirmed yet. Choose a wider audience.'
      : 'Nobody has confirmed yet.',
})

/** A placeholder without a fallback that has no value for `people` people. */
function withoutValue(
  text: LetterText,
  name: Placeholder,
  people: number,
  mails: TextRules['mails'],
): LetterProblem[] {
  if (people === 0) return []
  const empty = { subject: '', preview: '', body: '' }
  const fields = (['subject', 'preview', 'body'] as const).filter((field) =>
    namesWithoutFallback({ ...empty, [field]: text[field] }, mails).has(name),
  )
  const who = people === 1 ? '1 person has' : `${grouped(people)} people have`
  const message = `${who} ${lacks[name].what}, so {${name}} has no value for them. ${lacks[name].advice}`
  return fields.map((field) => ({ field, message }))
}

const lacks: Record<Placeholder, { what: string; advice: string }> = {
  type: {
    what: 'no quiz result',
    advice: 'Add a fallback, as in {type|your type}, or choose an audience by type.',
  },
  place: {
    what: 'no place, as they are invited or have taken their spot',
    advice: 'Add a fallback, as in {place|in front}.',
  },
  link: { what: 'no link yet', advice: 'Add a fallback, as in {link|https://example.com/}.' },
  code: {
    what: 'no spot in a wave',
    advice: 'Add a fallback, as in {code|none yet}: other codes open nothing in a shop.',
  },
}
