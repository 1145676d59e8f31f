import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { contactToFill } from '#contract/campaign/contact-to-fill.ts'
import {
  placeholders,
  sizeWarning,
  type LetterAudience,
  type LetterProblem,
  type LetterText,
  type Placeholder,
} from '#contract/letters/letters.ts'
import { spotCodeLength, spotCodeText } from '#contract/line/line.ts'
import { linkOfCode } from '#contract/line/standing.ts'
import { typesOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'
import { counted } from '#contract/english.ts'
import type { Db } from '#server/db/store.ts'
import { isPublicAddress } from '#server/config/config.ts'
import {
  countByProvider,
  countWithout,
  storedAudience,
  type ProviderCount,
  type WithoutValue,
} from './audience.ts'
import { readLetter, type Letter } from './letter.ts'

type CheckDeps = TextRules & { db: Db }
/** `people`: exactly how many would get it. It can be sent if there are no problems. */
type Checked = {
  problems: readonly LetterProblem[]
  people: number
  providers: readonly ProviderCount[]
}

/** LETTER-1: everything that is checked before a letter can be sent. */
export async function checkLetter(letter: Letter, deps: CheckDeps): Promise<Checked> {
  const audience = storedAudience(letter.audience)
  const providers = await countByProvider(deps.db, audience)
  const people = providers.reduce((sum, provider) => sum + provider.people, 0)
  const needed = namesWithoutFallback(letter.text, deps.mails)
  const without = await countWithout(deps.db, audience, needed)
  const problems = problemsOf(letter.text, { audience, people, without }, deps)
  return { problems, people, providers }
}

/** `mails`: the rules of the mails' bundle for the text of a letter. */
export type TextRules = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn'>
  publicUrl: string
}

/** `without`: people of the audience for whom a placeholder has no value. */
type AudienceFacts = { audience: LetterAudience; people: number; without: WithoutValue }

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
    ...wrongSender(publicUrl),
  ]
}

/** LANG-5: a public page sends no letter before its campaign says who writes it. */
export function wrongSender(publicUrl: string, of: Campaign = campaign): LetterProblem[] {
  const message = isPublicAddress(publicUrl) ? contactToFill(of) : null
  return message === null ? [] : [{ field: 'sender', message }]
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
  const who = counted(people, 'person has', 'people have')
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

/** A reader whose links lead nowhere: what a preview shows must not act on anybody. */
type PreviewReader = { email: string; quizType?: PerformanceType | undefined }
type Preview = { rendered: RenderedMail } | { problems: LetterProblem[] }
export type PreviewDeps = TextRules & { mails: Pick<MailBundle, 'renderLetter'> }

/** LETTER-1: what is to be said of a letter that can be sent: its size. */
export async function warningsOf(text: LetterText, deps: PreviewDeps): Promise<string[]> {
  const preview = await previewLetter(text, { email: 'you@example.com' }, deps)
  return 'problems' in preview ? [] : warningsOfMail(preview.rendered)
}

export function warningsOfMail({ html }: Pick<RenderedMail, 'html'>): string[] {
  const warning = sizeWarning(Buffer.byteLength(html))
  return warning === null ? [] : [warning]
}

/**
 * LETTER-1: a letter as `reader` would get it, or what keeps it from being shown. Where a
 * placeholder has no fallback, a reader without a value is shown one that is nobody's.
 */
export async function previewLetter(
  text: LetterText,
  { email, quizType }: PreviewReader,
  { mails, publicUrl }: PreviewDeps,
): Promise<Preview> {
  const problems = mails.checkLetter(text, { publicUrl, everyoneHasValues: true })
  if (problems.length > 0) return { problems }
  const needed = namesWithoutFallback(text, mails)
  const rendered = await mails.renderLetter(text, {
    email,
    unsubscribeUrl: `${publicUrl}/unsubscribe/preview`,
    meUrl: `${publicUrl}/me/preview`,
    quizType: quizType ?? (needed.has('type') ? typesOf(campaign.quiz)[0] : undefined),
    ...(needed.has('place') && { place: 1 }),
    // Not shaped as a code, so that it opens the page as it is for everybody.
    ...(needed.has('link') && { link: linkOfCode(publicUrl, 'preview') }),
    ...(needed.has('code') && { code: spotCodeText('X'.repeat(spotCodeLength)) }),
  })
  return { rendered }
}

/**
 * LETTER-1: the test of a letter as it is now, with 'Test' before its subject. Throws if the letter
 * was deleted or has problems: then nothing can be sent.
 */
export async function renderLetterTest(
  db: Db,
  { letterId, email }: { letterId: string; email: string },
  deps: PreviewDeps,
): Promise<RenderedMail> {
  const letter = await readLetter(db, letterId)
  if (!letter) throw new Error('the letter of this test was deleted')
  const preview = await previewLetter(letter.text, { email }, deps)
  if ('problems' in preview) throw new Error('the letter of this test has problems')
  return { ...preview.rendered, subject: `Test: ${preview.rendered.subject}` }
}
