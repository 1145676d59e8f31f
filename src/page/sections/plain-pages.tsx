import {
  consentChange,
  erasure,
  language,
  linkUnknown,
  notFound,
  onceChange,
  resultChange,
  tryLater,
  tryTomorrow,
  unexpected,
} from '#campaign'
import { consentWording } from '#contract/campaign/consents.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import { HomeLink, Press } from './next-step.tsx'
import { plainPage, type PlainPage } from './plain-page.tsx'
import { Reading } from './reading.tsx'
import type { PageName, ShownPage, ShowPage, Visit } from './shown-page.ts'

/** Every page that is no more than its words, one button and Fig. 1. */
const described = {
  'not-found': () => ({ status: 404, words: notFound, figure: { tone: 'empty' } }),

  'link-unknown': ({ line }) => ({
    status: 404,
    words: line ? withPlace(linkUnknown) : linkUnknown,
    figure: {
      tone: 'empty',
      ...(line && {
        reading: (
          <>
            <Reading before={linkUnknown.level} />
            <Reading above={linkUnknown.place.level} />
          </>
        ),
      }),
    },
  }),

  'try-later': (_, { action, sent }) => ({
    status: 503,
    words: tryLater,
    next: sent ? (
      <Press action={action} fields={sent}>
        {tryLater.again}
      </Press>
    ) : (
      <a className="btn" href={action}>
        {tryLater.again}
      </a>
    ),
  }),

  'try-tomorrow': (_, { act }) => ({
    status: 429,
    words: { title: tryTomorrow.title, text: withPromises(tryTomorrow.texts[act], language) },
  }),

  once: (_, { view }) => ({ words: withPromises(onceChange[view], language) }),

  'me-consent': ({ consents }, { view }) => ({
    words: consentChange[view],
    more: view === 'ask' && <blockquote className="lead">{consentWording(consents[0])}</blockquote>,
  }),

  'me-erase': (_, visit) => ({
    words: withPromises(erasure[visit.view], language),
    ...(visit.view === 'ask' && {
      isFinal: true,
      back: { href: visit.mePath, text: erasure.ask.keep },
    }),
  }),

  'me-result': ({ quiz, timeZone }, { view, type, savedAt }) => {
    const { text, ...words } = resultChange[view]
    const saved = inZone(savedAt, timeZone, language).dayAndTime
    return {
      words: { ...words, text: fill(text, { type: titleOf(quiz, type) ?? type, saved }) },
    }
  },

  'stop-news': ({ line }, { view }) => line && { words: line.copy.stopNews[view] },

  'spot-busy': ({ line }) => line && { status: 429, words: line.copy.spot.busy },
} satisfies {
  [Name in PageName]?: (campaign: ShownCampaign, visit: Visit<Name>) => PlainPage | null
}

type PlainPages = { [Name in keyof typeof described]: ShowPage<Name> }

/** A campaign without the words of a page does not have it. */
export const plainPages = Object.fromEntries<unknown>(
  Object.entries(described).map(([name, describe]) => [
    name,
    (campaign: ShownCampaign, visit: PageVisit) => {
      // Each visit comes with the name of its own page, which TypeScript cannot see.
      const page = describe(campaign, visit as never)
      return page ? plainPage(campaign, visit, page) : showNotFound(campaign)
    },
  ]),
) as PlainPages

export const showNotFound = (campaign: ShownCampaign): ShownPage =>
  plainPage(campaign, { page: 'not-found' }, described['not-found']())

const withPlace = ({ text, place, ...words }: typeof linkUnknown) => ({
  ...words,
  text: `${text} ${place.text}`,
})

/**
 * ROUTE-3: without the brand, and without what one state of the launch makes untrue: the build
 * renders the page once.
 */
export function showUnexpected(campaign: ShownCampaign, visit: Visit<'unexpected'>): ShownPage {
  const { title, text, home, request } = unexpected
  const page = plainPage({ ...campaign, mast: { ...campaign.mast, note: '' } }, visit, {
    status: 500,
    words: { title, text },
    figure: null,
    next: <HomeLink>{home}</HomeLink>,
    after: <p className="note">{request}</p>,
  })
  return { ...page, title }
}
