import type { LabelledField, PersonalField, WordedPart } from '#contract/people/personal-data.ts'

const origin =
  'If the address of the page named a campaign (utm_source, utm_medium, utm_campaign), those words, and the host name of the site that linked to us; neither if your browser sends Global Privacy Control or Do Not Track.'
const language =
  'The language of the page on which you joined, or the one that you chose, for our emails and your pages.'
const times = 'When you entered your address, when you confirmed it, and when you left.'

/**
 * What the privacy page says of each column and part of a person's data, once where several share a
 * sentence, and what their own page calls a column.
 */
export const stored = {
  columns: {
    email: 'Your email address.',
    state:
      'Whether you confirmed or left, and whether email to you came back, was reported as spam or was stopped by us.',
    language,
    placement: 'Which form on the page you used.',
    source: origin,
    medium: origin,
    campaign: origin,
    referrer: origin,
    joinedAt: times,
    confirmedAt: times,
    leftAt: times,
    importedAt: 'If you came from an imported list: when.',
    mailResumesAt: 'Until when we send no email, after some came back.',
    languageChosenAt: language,
  } satisfies Record<PersonalField, string>,
  parts: {
    consents:
      'The wording you agreed to, its version, the time and the form; if you came from an imported list, where you agreed.',
    offers:
      '[offers: Offers that you were granted when you confirmed, with the number of your piece.]',
    quizResults:
      '[quiz: If you saved a quiz result: your {answersInWords} answers, the scores and the type that they come to.]',
    unconfirmedQuizResults:
      '[quiz: The same of a result that somebody saved with your address after you confirmed it.]',
    mails: 'Which emails we prepared for you, and what became of them.',
    reports: 'Reports that an email came back or was unwanted, in the words of the mail server.',
    sequence: '[sequence: How far the emails about your quiz result have come.]',
    links: 'Fingerprints of the links in our emails.',
  } satisfies Record<WordedPart, string>,
  labels: {
    mailResumesAt: 'Email paused until',
  } satisfies Record<LabelledField, string>,
}
