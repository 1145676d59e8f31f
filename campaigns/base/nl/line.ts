import type { line as english } from '../en/line.ts'
import { lineLanding } from './line-landing.ts'
import { lineMails } from './line-mails.ts'
import { lineMe } from './line-me.ts'
import { linePages } from './line-pages.ts'
import { linePrivacy } from './line-privacy.ts'
import { lineRules } from './line-rules.ts'
import { lineSpot } from './line-spot.ts'

export const lineCopy: (typeof english)['copy'] = {
  place: 'Je plaats',
  pages: linePages,
  me: lineMe,
  landing: lineLanding,
  privacy: linePrivacy,
  rules: lineRules,
  spot: lineSpot,
  mails: lineMails,
  stopNews: {
    ask: {
      title: 'Geen mails over vrienden meer?',
      text: 'Eén klik, en geen mail zegt je meer dat er een vriend bij kwam. Alle andere mails blijven, net als je plaats en je link.',
      button: 'Stop deze mails',
    },
    done: {
      title: 'Gestopt.',
      text: 'Geen mail zegt je meer dat er een vriend bij kwam. Je eigen pagina wel: een link daarnaartoe staat in elke mail van ons.',
    },
    already: {
      title: 'Al gestopt.',
      text: 'Geen mail zegt je meer dat er een vriend bij kwam. Je eigen pagina wel: een link daarnaartoe staat in elke mail van ons.',
    },
  },
}
