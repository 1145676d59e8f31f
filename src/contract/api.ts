/** LIVE-4. Beside `paths`, because the script of live figures needs no other path. */
export const livePath = '/live'

/** The paths that the page's script calls or names. It has no others. */
export const scriptPaths = {
  signUpApi: '/functions/v1/send-welcome-email',
  quizResults: '/rest/v1/quiz_results',
  emailSequence: '/functions/v1/trigger-email-sequence',
  join: '/join',
  formToken: '/form-token',
  events: '/events',
  privacy: '/privacy',
} as const

/** The paths that a visitor's browser calls. */
export const paths = {
  ...scriptPaths,
  tellOnce: '/tell-once',
  live: livePath,
  confirm: '/confirm/',
  unsubscribe: '/unsubscribe/',
  me: '/me/',
  spot: '/spot/',
  line: '/line',
  sitemap: '/sitemap.xml',
} as const

/** LINE-10: below the link to leave the list, what ends only the mails about friends. */
export const stopNewsAct = 'friends'

/** The picture behind a mail's brand and title, drawn by `npm run card`. It holds no words. */
export const mailPlate = '/mail-plate.png'

/**
 * The request header with a form's token, honeypot, placement, origin, consent and idempotency key
 * (see `encodeFormMeta`).
 */
export const formMetaHeader = 'x-ascend-form'

/**
 * The age from which a fresh token gets the normal budget. The form waits for it before it sends.
 */
export const freshTokenMinAgeMs = 2_000

/** LINE-9: what a device that remembers its person posts to. */
export const devicePaths = { open: '/device/open', forget: '/device/forget' } as const
