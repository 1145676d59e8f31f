/** Where the page finds the server. Every path that a visitor's browser calls stands here once. */
export const paths = {
  welcomeEmail: '/functions/v1/send-welcome-email',
  quizResults: '/rest/v1/quiz_results',
  emailSequence: '/functions/v1/trigger-email-sequence',
  join: '/join',
  formToken: '/form-token',
  events: '/events',
  confirm: '/confirm/',
  unsubscribe: '/unsubscribe/',
  me: '/me/',
  privacy: '/privacy',
} as const

/** The one request header in which a form's token, honeypot, placement, origin, consent and idempotency key travel (see `encodeFormMeta`). */
export const formMetaHeader = 'x-ascend-form'

/** A fresh token earns the normal budget from this age on; the form waits for it before it sends. */
export const freshTokenMinAgeMs = 2_000
