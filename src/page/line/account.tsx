import type { ReactNode } from 'react'
import { paths } from '#contract/api.ts'
import type { AccountCopy } from '#contract/line/page-copy.ts'
import type { LineTerms, Place } from '#contract/line/line.ts'
import { fill, grouped, plural } from '#contract/text.ts'

type Props = {
  copy: AccountCopy
  place: Place
  terms: Pick<LineTerms, 'perFriend' | 'cap'>
}

/** LINE-2: why the place is what it is. The rows add up to the people ahead. */
export const Account = ({ copy, place, terms }: Props) => (
  <dl className="account">
    <Row n={grouped(place.confirmedBefore)}>{copy.confirmedBefore}</Row>
    {terms.perFriend > 0 && (
      <>
        <Row n={`− ${grouped(place.passed)}`}>{passedText(copy, place, terms)}</Row>
        <Row n={`+ ${grouped(place.passedBy)}`}>
          {place.passedBy > 0 ? copy.passedBy.some : copy.passedBy.none}
        </Row>
      </>
    )}
    <Row n={grouped(place.before)} isSum>
      {fill(copy.sum, { place: grouped(place.place) })} <a href={paths.line}>{copy.rules}</a>
    </Row>
  </dl>
)

const Row = ({ n, isSum, children }: { n: string; isSum?: boolean; children: ReactNode }) => (
  <div data-sum={isSum ? '' : undefined}>
    <dt className="num">{n}</dt>
    <dd>{children}</dd>
  </div>
)

function passedText(
  { passed }: AccountCopy,
  { friends }: Place,
  { perFriend, cap }: Props['terms'],
): string {
  const texts =
    friends === 0
      ? passed.none
      : friends > cap
        ? passed.capped
        : plural(friends, passed.one, passed.some)
  return fill(texts, { n: grouped(perFriend), friends: grouped(friends), of: grouped(cap) })
}
