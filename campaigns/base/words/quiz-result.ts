/**
 * QUIZ-4, 7 and 8: the words of the quiz result. A file of their own, so that they ship with the quiz's
 * code. `{seconds}` is filled in.
 */
export const quizResult = {
  /** beside a result in another language: leads to this one (LANG-4) */
  offer: 'In English',
  complete: 'Diagnosis complete',
  bottleneck: 'Bottleneck detected',
  solution: 'Personalized solution',
  close: 'Close the quiz',
  back: 'Back to the quiz',
  former: 'Previous question',
  form: {
    label: 'Email',
    note: 'No spam. Just your result.',
    trap: 'Leave this field empty',
  },
  placeholder: 'Your email address',
  cta: 'Send my result',
  saved: 'Quiz complete. Your result will be sent to your email.',
  /** the panel's heading beside that toast, and after a reload */
  stored: 'Your result is saved.',
  /** `{another}` is a button */
  missing: 'Nothing there? Look in spam, or {another}.',
  another: 'use another address',
  failedTitle: 'Error',
  /** the source quotes the title in English in every language */
  failedTitleLang: 'en',
  failed: 'Something went wrong. Please try again.',
  /** while a save that failed is sent again: its new form token has to be two seconds old */
  retrying: 'We are sending it again. This takes a few seconds, as a guard against bots.',
  notSaved:
    'Your result is not saved yet. Your answers and your address are still here: try again in a few seconds.',
  busyTitle: 'One moment',
  busy: 'Too many sign-ups from your network. Your address is still in the field: try again in {seconds} seconds.',
  notices: { label: 'Notices', close: 'Close notice' },
  /** LANG-4: in the place of those above, on a page in another language that shows this result first */
  elsewhere: {
    saved: 'Quiz complete. Your result will be sent to your email.',
    failedTitle: 'Error',
    failedTitleLang: 'en',
  },
}

/** Above the form without script that a page of another site has sent, as `formFromElsewhere`. */
export const quizFormFromElsewhere = {
  title: 'Send it from here',
  text: 'This form came from a page of another site, so nothing was saved. Your answers and your address are still here: check your address and press the button.',
}
