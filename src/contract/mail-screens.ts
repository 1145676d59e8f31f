/** DASH-6: below the screen of mail. */
export const mailPaths = {
  failed: '/dashboard/mail/failed',
  retry: '/dashboard/mail/retry',
  kept: '/dashboard/mail/kept',
  pause: '/dashboard/mail/pause',
  resume: '/dashboard/mail/resume',
  hold: '/dashboard/mail/hold',
  release: '/dashboard/mail/release',
  doctor: '/dashboard/mail/doctor',
} as const

/** Where mails go: to the mail server, to screens on this machine, or nowhere yet. */
export type MailDestination = 'smtp' | 'dev mails' | 'none'

/** The page that asks before an act on mail. */
export type MailQuestion =
  | { act: 'pause'; due: number }
  | { act: 'resume'; ready: number; lastLeavesAt: number | null; reason: string | null }
  | { act: 'hold'; due: number; sending: number }
  | { act: 'release'; mails: number; kept: boolean; sends: boolean; endsPause: boolean }
  | {
      act: 'retry'
      which: { mail?: string | undefined; kind?: string | undefined }
      /** the address of a single mail */
      email: string | null
      mails: number
      uncertain: boolean
      skipped: readonly { reason: string; mails: number }[]
    }

export type MailAskView = { screen: 'mail-ask'; question: MailQuestion }
