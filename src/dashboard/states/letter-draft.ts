import { minuteMs } from '#contract/time.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { asOf } from './figure-buckets.ts'

/** The letter that the states of the letters' screens are about, as it is written. */
export const letterId = '0193-letter'

export const letterBody = `# Early access opens Thursday

You joined before there was anything to buy. On **Thursday,
26 November, 18:00** the shop opens for this list, and for
nobody else until Monday.

- The first batch is 3,000 packs.
- Your quiz said: {type|find out which type you are}.
- The price of the first days ends on Sunday, 23:59.

[Open the shop](https://fuel.example/shop)

Questions? Answer this mail. A person reads it.`

export const letterForm: ViewOf<'letter-compose'> = {
  screen: 'letter-compose',
  id: letterId,
  revision: 4,
  fields: {
    subject: 'Early access opens Thursday',
    preview: 'The shop opens for this list. Until Monday nobody else gets in.',
    body: letterBody,
    lang: 'en',
    type: '',
    source: '',
  },
  languages: ['en', 'nl'],
  saved: { atMs: asOf - 166 * minuteMs, by: 'anna@fuel.example' },
  origins: ['direct', 'utm instagram', 'utm hyrox-weekly'],
  count: { people: 8_412, isMore: false },
  others: {
    unconfirmed: 287,
    confirmed: 0,
    unsubscribed: 171,
    bounced: 58,
    complained: 4,
    suppressed: 0,
  },
  problems: [],
  warnings: [],
  toFillIn: null,
  testedAtMs: null,
  isUnsaved: false,
  sender: 'Fuel Protocol',
}

export const letterProblems: ViewOf<'letter-compose'>['problems'] = [
  { field: 'subject', message: 'Write a subject.' },
  {
    field: 'body',
    line: 3,
    message: 'Tables are not supported. Write a list instead.',
  },
  {
    field: 'body',
    line: 9,
    message: 'Pictures can only be loaded from https://fuel.example. Upload it there first.',
  },
]
