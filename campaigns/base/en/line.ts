import type { Campaign } from '#contract/campaign/campaign.ts'
import { lineMails } from './line-mails.ts'
import { lineMe } from './line-me.ts'
import { linePages } from './line-pages.ts'
import { lineLanding } from './line-landing.ts'
import { linePrivacy } from './line-privacy.ts'
import { lineRules } from './line-rules.ts'
import { lineSpot } from './line-spot.ts'

const copy: NonNullable<Campaign['line']>['copy'] = {
  place: 'Your place',
  pages: linePages,
  me: lineMe,
  landing: lineLanding,
  privacy: linePrivacy,
  rules: lineRules,
  spot: lineSpot,
  mails: lineMails,
  stopNews: {
    ask: {
      title: 'Stop emails about friends?',
      text: 'One click and we stop emailing you when a friend joins. All other emails stay, and so do your place and your link.',
      button: 'Stop these emails',
    },
    done: {
      title: 'Stopped.',
      text: 'We no longer email you when a friend joins. Your own page shows it: a link to it is in every email from us.',
    },
    already: {
      title: 'Already stopped.',
      text: 'We no longer email you when a friend joins. Your own page shows it: a link to it is in every email from us.',
    },
  },
}

/**
 * Each friend who confirms moves a person by 25 places, at most ten of them, and holds for two days.
 * Once people wait, `npm run line -- rules` changes perFriend and cap: the campaign then follows.
 */
export const line: NonNullable<Campaign['line']> = {
  terms: { perFriend: 25, cap: 10, holdHours: 48, returnDays: 30, rulingDays: 7, rewards: [] },
  copy,
}
