import type * as dutch from '../words/quiz-result.ts'

/** The result dialog in English. */
export const quizResult: typeof dutch.quizResult = {
  lang: 'en',
  complete: 'Diagnosis complete',
  bottleneck: 'Bottleneck detected',
  solution: 'Personalized solution',
  close: 'Close the quiz',
  back: 'Back to the quiz',
  former: 'Previous question',
  form: {
    label: 'Email',
    note: 'No spam. Just your protocol.',
    trap: 'Leave this field empty',
  },
  placeholder: 'Your email address',
  cta: 'Send my protocol',
  saved: 'Quiz complete. Your personalized protocol will be sent to your email.',
  stored: 'Your result is saved.',
  missing: 'Nothing there? Look in spam, or {another}.',
  another: 'use another address',
  failedTitle: 'Error',
  failedTitleLang: 'en',
  failed: 'Something went wrong. Please try again.',
  retrying: 'We are sending it again. This takes a few seconds, as a guard against bots.',
  notSaved:
    'Your result is not saved yet. Your answers and your address are still here: try again in a few seconds.',
  busyTitle: 'One moment',
  busy: 'Too many sign-ups from your network. Your address is still in the field: try again in {seconds} seconds.',
  notices: { label: 'Notices', close: 'Close notice' },
}

export const quizFormFromElsewhere: typeof dutch.quizFormFromElsewhere = {
  title: 'Send it from here',
  text: 'This form was sent by a page of another site, so nothing was saved. Your answers and your address are still here: check your address, and press the button.',
}
