import type { Campaign } from '#contract/campaign/campaign.ts'
import { ends } from './copy/ends.ts'
import { hero } from './copy/hero.ts'
import { figures } from './figures.ts'
import { live } from './copy/live.ts'
import { line } from './line.ts'
import { offers } from './offers.ts'
import { sections } from './copy/sections.ts'
import { product } from './product.ts'
import { updates } from './updates.ts'
import { mails } from './mails.ts'
import { privacy } from './copy/privacy.ts'
import { quiz } from './quiz.ts'
import { sequence } from './sequence.ts'

const own: Pick<Campaign, 'head' | 'mast' | 'forms'> = {
  head: {
    title: 'Fuel Protocol – early access voor de elite',
    description:
      'Supplementen met nano-delivery en coaching door AI. Het Fuel Protocol, voor oprichters, vechters, atleten en contentmakers.',
  },
  mast: { issue: 'Datablad FP-001', note: 'Uitgave vóór lancering' },
  forms: {
    label: 'E-mail',
    note: 'Geen spam. Geen onzin. Alleen prestaties.',
    placeholder: 'E-mail voor elitetoegang',
    success: 'Welkom bij de elite. Kijk in je mail voor alles over je exclusieve toegang.',
    welcomeTitle: 'Welkom bij de elite.',
    bonus: 'Binnen {bonusStack} komt er een mystery bonus stack bij.',
  },
}

/**
 * Every text of the Fuel Protocol's own in Dutch, at the place that it has in the campaign. All
 * others are those of the base.
 */
export const dutch = {
  ...own,
  hero,
  mails,
  privacy,
  quiz,
  sequence,
  line,
  ends,
  live,
  figures,
  offers,
  product,
  updates,
  sections,
  words: {
    confirm: {
      done: {
        text: 'Je plek is bevestigd. De mystery bonus stack komt er binnen {bonusStack} bij.',
      },
    },
    backToPage: 'Terug naar de homepage',
    resultChange: {
      ask: {
        text: 'Op {saved} is met dit adres een quizresultaat bewaard: {type}. Was jij dat, dan maakt één klik het van jou: het telt als jouw type, en het protocol volgt.',
      },
    },
    quizResult: {
      form: { note: 'Geen spam. Wel je protocol.' },
      cta: 'Stuur mijn protocol',
      saved: 'Quiz voltooid! Je persoonlijke protocol gaat naar je e-mailadres.',
      // As the source quotes it.
      elsewhere: { saved: 'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.' },
    },
  },
}
