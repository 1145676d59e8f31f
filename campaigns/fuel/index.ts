import { defineCampaign } from '#campaign/compose.ts'
import { ends } from './copy/ends.ts'
import { hero } from './copy/hero.ts'
import { figures } from './figures.ts'
import { launch } from './launch.ts'
import { live } from './copy/live.ts'
import { line } from './line.ts'
import { offers } from './offers.ts'
import { sections } from './copy/sections.ts'
import { product } from './product.ts'
import { updates } from './updates.ts'
import { mails } from './mails.ts'
import { dutch } from './nl/index.ts'
import { privacy } from './copy/privacy.ts'
import { quiz } from './quiz.ts'
import { sequence } from './sequence.ts'

/** The Fuel Protocol, the shipped campaign. */
export const campaign = defineCampaign({
  brand: 'Fuel Protocol',
  timeZone: 'Europe/Amsterdam',
  currency: 'EUR',
  head: {
    title: 'Fuel Protocol – elite early access',
    description:
      'Nano-delivery supplements with AI coaching. The Fuel Protocol, for founders, fighters, athletes and content creators.',
  },
  mast: { issue: 'Datasheet FP-001', note: 'Pre-launch issue' },
  hero,
  forms: {
    label: 'Email',
    note: 'No spam. No nonsense. Just performance.',
    placeholder: 'Enter email for elite access',
    success: 'Welcome to the elite! Check your email for exclusive access details.',
    welcomeTitle: 'Welcome to the elite.',
    bonus: 'A mystery bonus stack is added within {bonusStack}.',
  },
  mails,
  privacy,
  quiz,
  sequence,
  line,
  launch,
  ends,
  live,
  figures,
  offers,
  product,
  promises: { bonusStack: { n: 24, unit: 'hour' } },
  updates,
  sections,
  words: {
    confirm: {
      done: {
        text: 'Your spot is confirmed. The mystery bonus stack is added within {bonusStack}.',
      },
    },
    backToPage: 'Back to the home page',
    resultChange: {
      ask: {
        text: 'A quiz result was saved with this address on {saved}: {type}. If it was you, one click makes it yours: it counts as your type, and its protocol follows.',
      },
    },
    quizResult: {
      form: { note: 'No spam. Just your protocol.' },
      cta: 'Send my protocol',
      saved: 'Quiz complete. Your personalized protocol will be sent to your email.',
      elsewhere: {
        saved: 'Quiz complete. Your personalized protocol will be sent to your email.',
      },
    },
  },
  switches: { zoomLocked: true, debugBadge: true, footerNote: true, figures: 'simulated' },
})

/** LANG-1: the further languages, each under its prefix. */
export const languages = { nl: dutch }
