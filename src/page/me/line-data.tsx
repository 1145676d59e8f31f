import { language } from '#campaign'
import type { ReactNode } from 'react'
import { ruleValues } from '#contract/line/rules.ts'
import { rewardTexts } from '#contract/line/reward-texts.ts'
import type { LineMeCopy } from '#contract/line/copy.ts'
import type { LineRecord } from '#contract/line/records.ts'
import type { LineAct } from '#contract/people/personal-data.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import type { Visit } from '#page/sections/shown-page.ts'
import { Part } from '#page/sections/small-page.tsx'

type Props = { campaign: ShownCampaign; visit: Visit<'me'> }

/** LINE-9: what the line keeps about somebody, and what they can change of it. */
export function LineData({ campaign, visit }: Props) {
  const { line } = campaign
  const kept = visit.person.line
  if (!line || !kept) return null
  const copy = line.copy.me
  const act = (name: LineAct, words = copy.acts[name].link) => (
    <a href={`${visit.action}/${name}`}>{words}</a>
  )
  return (
    <>
      <Part title={copy.kept.line.title}>
        {sentencesOf(campaign, copy.kept.line, kept, visit.line?.standing.away?.until).map(
          (text) => (
            <p key={text}>{text}</p>
          ),
        )}
      </Part>
      {kept.link && (
        <>
          <LinkPart
            copy={copy}
            link={kept.link}
            isInLine={kept.standing !== null && kept.standing !== 'left'}
            timeZone={campaign.timeZone}
            act={act}
          />
          <Part title={copy.kept.news.title}>
            <p>{newsText(copy, kept.link, campaign.timeZone)}</p>
            <p>{act(kept.link.newsStoppedAt === null ? 'stop-news' : 'news')}</p>
          </Part>
          <Part title={copy.kept.device.title}>
            <p>
              {visit.line?.remembered ? copy.kept.device.remembered : copy.kept.device.forgotten}
            </p>
            <p>{act(visit.line?.remembered ? 'forget' : 'remember')}</p>
          </Part>
        </>
      )}
    </>
  )
}

const LinkPart = ({
  copy: { kept },
  link,
  isInLine,
  timeZone,
  act,
}: {
  copy: LineMeCopy
  link: NonNullable<LineRecord['link']>
  isInLine: boolean
  timeZone: string
  act: (name: LineAct, words?: string) => ReactNode
}) => (
  <Part title={kept.link.title}>
    <p>
      {fill(kept.link.code, { code: link.code, date: inZone(link.madeAt, timeZone, language).day })}{' '}
      {link.name === '' ? kept.link.unnamed : fill(kept.link.named, { name: link.name })}
    </p>
    {isInLine && <p>{act('name', link.name === '' ? undefined : kept.link.rename)}</p>}
    <p>{act('new-link')}</p>
  </Part>
)

const newsText = (
  { kept: { news } }: LineMeCopy,
  { newsStoppedAt }: NonNullable<LineRecord['link']>,
  timeZone: string,
): string =>
  newsStoppedAt === null
    ? news.on
    : fill(news.stopped, { date: inZone(newsStoppedAt, timeZone, language).day })

type Words = LineMeCopy['kept']['line']

/** `heldUntil`: the end of a spot that is held, which pauses have moved (LIVE-5). */
function sentencesOf(
  campaign: ShownCampaign,
  words: Words,
  kept: LineRecord,
  heldUntil: number | null | undefined,
): string[] {
  const day = (at: number) => inZone(at, campaign.timeZone, language).day
  const { counted, placeOnly, waiting } = kept.friends
  return [
    ...(kept.order === null ? [] : [fill(words.order, { n: grouped(kept.order) })]),
    fill(words.friends, {
      friends: grouped(counted + placeOnly),
      lookedAt: grouped(waiting),
    }),
    ...(waiting === 0 || !campaign.line
      ? []
      : [fill(words.lookedAt, ruleValues(campaign.line.terms, language))]),
    ...(placeOnly === 0 ? [] : [fill(words.placeOnly, { n: grouped(placeOnly) })]),
    kept.cameByLink ? words.byLink : words.byNobody,
    ...kept.moves.map(({ why, place, notedAt }) =>
      fill(words.move[why], { place: grouped(place), date: day(notedAt) }),
    ),
    ...rewardsOf(campaign, words, kept.rewards),
    ...kept.spots.map(({ wave, place, state, invitedAt, untilAt }) =>
      fill(words.spot, {
        n: grouped(wave),
        place: grouped(place),
        state: words.spotStates[state],
        date: day(invitedAt),
        time: inZone((state === 'invited' && heldUntil) || untilAt, campaign.timeZone, language)
          .dayAndTime,
      }),
    ),
  ]
}

/** A reward that the campaign no longer has is named by its number of friends. */
const rewardsOf = (campaign: ShownCampaign, words: Words, rewards: LineRecord['rewards']) =>
  rewards.map(({ friends, state, number, note, changedAt }) => {
    const terms = campaign.line?.terms.rewards.find((one) => one.friends === friends)
    const name = terms ? rewardTexts(campaign, terms).name : grouped(friends)
    return fill(words.reward[state], {
      reward: number === null ? name : fill(words.number, { reward: name, n: grouped(number) }),
      date: inZone(changedAt, campaign.timeZone, language).day,
      note,
    }).trim()
  })
