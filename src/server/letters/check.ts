import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { contactToFill } from '#contract/campaign/contact-to-fill.ts'
import {
  placeholders,
  sizeWarning,
  type LetterAudience,
  type LetterProblem,
  type LetterText,
  type LetterTexts,
  type Placeholder,
  type TextProblem,
} from '#contract/letters/letters.ts'
import { languageName, type Language } from '#contract/campaign/languages.ts'
import { spotCodeLength, spotCodeText } from '#contract/line/line.ts'
import { linkOfCode } from '#contract/line/standing.ts'
import { typesOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'
import { counted, listed } from '#contract/english.ts'
import type { Db } from '#server/db/store.ts'
import { isPublicAddress } from '#server/config/config.ts'
import {
  countParts,
  countWithout,
  readersOf,
  storedAudience,
  type AudiencePart,
  type WithoutValue,
} from './audience.ts'
import { readLetter, type Letter } from './letter.ts'

type CheckDeps = TextRules & { db: Db }
/** `people`: exactly how many would get it. It can be sent if there are no problems. */
type Checked = {
  problems: readonly LetterProblem[]
  people: number
  parts: readonly AudiencePart[]
}

/** LETTER-1: everything that is checked before a letter can be sent. */
export async function checkLetter(letter: Letter, deps: CheckDeps): Promise<Checked> {
  const audience = storedAudience(letter.audience)
  const parts = await countParts(deps.db, audience)
  const people = parts.reduce((sum, part) => sum + part.people, 0)
  const without = await countLacking(deps.db, letter, audience, deps.mails)
  const problems = problemsOf(letter, { audience, people, without }, deps)
  return { problems, people, parts }
}

/** `mails`: the rules of the mails' bundle for the text of a letter. */
export type TextRules = {
  mails: Pick<MailBundle, 'checkLetter' | 'placeholdersIn'>
  publicUrl: string
}

/** `without`: the readers of each text for whom a placeholder has no value. */
type AudienceFacts = {
  audience: LetterAudience
  people: number
  without: Readonly<Record<Language, WithoutValue>>
}

/** Counts the readers of each text for whom one of its placeholders has neither value nor fallback. */
export async function countLacking(
  db: Db,
  letter: LetterTexts,
  audience: LetterAudience,
  mails: Pick<MailBundle, 'placeholdersIn'>,
): Promise<AudienceFacts['without']> {
  const without: Record<Language, WithoutValue> = {}
  for (const [language, text] of Object.entries(letter.texts)) {
    const names = namesWithoutFallback(text, mails)
    without[language] = await countWithout(db, audience, names, readersOf(letter, language))
  }
  return without
}

/** The placeholders for which everybody needs a value, as they are written without a fallback. */
export const namesWithoutFallback = (
  text: LetterText,
  mails: Pick<MailBundle, 'placeholdersIn'>,
): ReadonlySet<Placeholder> =>
  new Set(
    mails.placeholdersIn(text).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
  )

/** The problems that prevent sending: of the texts, of the audience, and values that people lack. */
export function problemsOf(
  { texts }: LetterTexts,
  { audience, people, without }: AudienceFacts,
  { mails, publicUrl }: TextRules,
): LetterProblem[] {
  const inTexts = Object.entries(texts).flatMap(([language, text]) =>
    [
      // A missing fallback is reported below, with the number of people who need it.
      ...problemsOfText(language, text, { mails, publicUrl }),
      ...placeholders.flatMap((name) =>
        withoutValue(text, name, without[language]?.[name] ?? 0, mails),
      ),
    ].map((problem) => ({ language, ...problem })),
  )
  return [...inTexts, ...(people === 0 ? [nobodyIn(audience)] : []), ...wrongSender(publicUrl)]
}

/** LANG-5: a public page sends no letter before its campaign says who writes it. */
export function wrongSender(publicUrl: string, of: Campaign = campaign): LetterProblem[] {
  const message = isPublicAddress(publicUrl) ? contactToFill(of) : null
  return message === null ? [] : [{ field: 'sender', message }]
}

/** What keeps a text from being rendered. */
const problemsOfText = (
  language: Language,
  text: LetterText,
  { mails, publicUrl }: TextRules,
): TextProblem[] => [
  ...(campaign.languages.includes(language) ? [] : [noSuchLanguage(language)]),
  ...mails.checkLetter(text, { publicUrl, everyoneHasValues: true }),
]

/** The problems that keep the texts of a letter from being rendered. */
export const problemsOfTexts = ({ texts }: LetterTexts, rules: TextRules): LetterProblem[] =>
  Object.entries(texts).flatMap(([language, text]) =>
    problemsOfText(language, text, rules).map((problem) => ({ language, ...problem })),
  )

const noSuchLanguage = (language: Language): TextProblem => ({
  field: 'language',
  message: `The campaign has no language '${language}': it has ${listed(campaign.languages, 'and')}. Remove this text.`,
})

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
): TextProblem[] {
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
/** `mailsIn`: the mails' bundle in a language of the campaign. */
export type PreviewDeps = TextRules & {
  mailsIn: (language: Language) => Promise<Pick<MailBundle, 'renderLetter'>>
}

export const rulesOf = async ({
  mailBundle,
  publicUrl,
}: {
  mailBundle: (language?: Language) => Promise<MailBundle>
  publicUrl: string
}): Promise<PreviewDeps> => ({ mails: await mailBundle(), mailsIn: mailBundle, publicUrl })

/** LETTER-1: what is to be said of a letter that can be sent: the size of each text. */
export async function warningsOf({ texts }: LetterTexts, deps: PreviewDeps): Promise<string[]> {
  const warnings: string[] = []
  const isOnly = Object.keys(texts).length === 1
  for (const [language, text] of Object.entries(texts)) {
    const preview = await previewLetter({ language, text }, { email: 'you@example.com' }, deps)
    if ('problems' in preview) continue
    const ofText = warningsOfMail(preview.rendered)
    warnings.push(
      ...ofText.map((one) => (isOnly ? one : `${languageName(language, 'en')}: ${one}`)),
    )
  }
  return warnings
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
  { language, text }: { language: Language; text: LetterText },
  { email, quizType }: PreviewReader,
  { mails, mailsIn, publicUrl }: PreviewDeps,
): Promise<Preview> {
  const problems = problemsOfText(language, text, { mails, publicUrl })
  if (problems.length > 0) return { problems: problems.map((one) => ({ language, ...one })) }
  const needed = namesWithoutFallback(text, mails)
  const { renderLetter } = await mailsIn(language)
  const rendered = await renderLetter(text, {
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
 * LETTER-1: the test of a text of a letter as it is now, with 'Test' before its subject. Throws if the
 * letter or the text was deleted or has problems: then nothing can be sent.
 */
export async function renderLetterTest(
  db: Db,
  { letterId, language, email }: { letterId: string; language: Language; email: string },
  deps: PreviewDeps,
): Promise<RenderedMail> {
  const text = (await readLetter(db, letterId))?.texts[language]
  if (!text) throw new Error('the letter of this test was deleted')
  const preview = await previewLetter({ language, text }, { email }, deps)
  if ('problems' in preview) throw new Error('the letter of this test has problems')
  return { ...preview.rendered, subject: `Test: ${preview.rendered.subject}` }
}
