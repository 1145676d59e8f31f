import type { ReactNode } from 'react'
import { grouped } from '#contract/figures.ts'
import {
  askedField,
  linePaths,
  rulings,
  type CreditState,
  type Ruling,
} from '#contract/line-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Fact } from './fact.tsx'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { LineCrumb } from './line-credits-screen.tsx'
import { PersonLink } from './line-tables.tsx'

type View = ViewOf<'line-rule-all'>

/** LINE-5: what a ruling on all friends of a link does, its button, and the way back. */
export const LineRuleAllScreen = ({ frame, ruling, owner, open, askedMs }: ScreenProps & View) => {
  const { title, effect, button, danger } = asks[ruling]
  return (
    <RulingAsk
      frame={frame}
      asks={{ title, button, danger, action: linePaths.ruleAll(owner.id, ruling) }}
      caption={
        <p className="note">
          The log names you. Another ruling on each of them can follow at any time.
        </p>
      }
    >
      <input type="hidden" name={askedField} value={askedMs} />
      <dl className="facts">
        <Fact term="The link of">
          <PersonLink person={owner} />
        </Fact>
        <Fact term="In doubt">
          {grouped(open.waiting + open['place-only'])}
          <small>
            {grouped(open.waiting)} waiting, {grouped(open['place-only'])} for the place only
          </small>
        </Fact>
        <Fact term="Then">{effect}</Fact>
        <Fact term="Not included">
          friends who confirm after this page, and those whom somebody ruled on
        </Fact>
      </dl>
    </RulingAsk>
  )
}

/** A page that asks before a ruling: what it says, its button, and the way back. */
export const RulingAsk = ({
  frame,
  asks: { title, button, danger, action },
  caption,
  children,
}: ScreenProps & {
  asks: { title: string; button: string; danger?: true | undefined; action: string }
  caption: ReactNode
  children: ReactNode
}) => (
  <Screen frame={frame} nav="line" wide title={title} head={<LineCrumb />}>
    <section className="plate" aria-label={title}>
      <div className="caption flow">{caption}</div>
      <div className="body">
        <ActForm frame={frame} action={action} className="stack">
          {children}
          <div className="acts">
            <button type="submit" className={danger ? 'button danger' : 'button'}>
              {button}
            </button>
            <a href={linePaths.credits}>Not now</a>
          </div>
        </ActForm>
      </div>
    </section>
  </Screen>
)

type Asked = { title: string; effect: string; button: string; danger?: true }
const asks: Record<Ruling, Asked> = {
  counts: {
    title: 'Do all of them count?',
    effect: 'each counts for the place and for rewards of the link’s owner',
    button: 'All count',
  },
  refused: {
    title: 'None of them another person?',
    effect:
      'they count for nothing, and stay on the list with the same places; a reward that is held is taken back',
    button: 'None is another person',
    danger: true,
  },
}

/** Leads to the rulings on all friends of a link, where more than one is in doubt. */
export const RuleOnAll = ({
  ownerId,
  counts,
}: {
  ownerId: string
  counts: Readonly<Record<CreditState, number>>
}) => {
  const open = counts.waiting + counts['place-only']
  return open < 2 ? null : (
    <p className="note">
      All {grouped(open)} of this link in doubt:{' '}
      {rulings.map((ruling, index) => (
        <span key={ruling}>
          {index > 0 && ', '}
          <a className="link" href={linePaths.ruleAll(ownerId, ruling)}>
            {links[ruling]}
          </a>
        </span>
      ))}
    </p>
  )
}

const links: Record<Ruling, string> = { counts: 'count all', refused: 'refuse all' }
