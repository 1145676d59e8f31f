import { use } from 'react'
import { Frame } from '#dashboard/frame/frame.ts'
import { waitingOf } from '#contract/letters/letters.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { counted, grouped, peopleText, percentText } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'

type Props = ViewOf<'letter'>

/** Why a letter waits for an operator, what to look at, and the two ways to go on. */
export function LetterStopped(letter: Props) {
  const { id, counts, pausedAt, pausedBy, mayHaveIt } = letter
  const check = letter.checks.find(({ rule }) => rule === pausedBy)
  const toGo = waitingOf(counts)
  return (
    <Plate
      id="why"
      name="Why"
      kind="alarm"
      flow
      stack
      caption={
        check && (
          <>
            <div className="big">
              <span className="num d3">{shareOf(check.found, check.mails)}</span>
            </div>
            <p className="note">
              {counted(check.found, reasons[check.rule].one)} in the last {grouped(check.mails)}{' '}
              mails. The limit is {grouped(Math.floor(check.most))}.
            </p>
          </>
        )
      }
    >
      <p>
        Sending stopped
        {pausedAt !== null && (
          <>
            {' '}
            <DayAndTime at={pausedAt} />
          </>
        )}
        , because {reasonOf(pausedBy).why}
      </p>
      <Facts
        of={{
          'Not sent': `${counted(toGo, 'mail')}. They wait; none is lost.`,
          'Other mail': mayHaveIt === null && 'goes on as usual',
          'May have it already':
            mayHaveIt !== null && `${peopleText(mayHaveIt)}: Resume sends it to each of them`,
          Addresses: pausedBy !== 'late' && pausedBy !== 'held' && (
            <>
              those that bounced or complained get no more mail
              <br />
              <a className="link" href={letterPaths.undelivered(id)}>
                See who did not get it
              </a>
            </>
          ),
          'If you resume': 'the stop rules start counting again from zero',
        }}
      />
      {use(Frame).role === 'operator' && (
        <div className="acts">
          <a className="button main" href={letterPaths.act(id, 'resume')} data-ask>
            Resume
          </a>
          <a className="button" href={letterPaths.act(id, 'stop')} data-ask>
            Stop
          </a>
        </div>
      )}
    </Plate>
  )
}

const shareOf = (found: number, mails: number) =>
  mails === 0 ? grouped(found) : percentText(found, mails)

const reasons = {
  bounces: {
    one: 'bounce',
    why: 'too many mails bounced. It protects the reputation of your domain. Look at which provider or source they come from: addresses of one domain, or of an old import, are the usual cause. Resume when you know why.',
  },
  complaints: {
    one: 'complaint',
    why: 'too many people marked this letter as spam. It protects the reputation of your domain. Read the letter again: do people expect it, and do they know who writes? Resume only if you are sure.',
  },
  late: {
    one: '',
    why: `nothing of it could be sent for ${operatorTime('lateLetter')}: the server or the mail server was away, or mail was paused. It does not go on by itself, because what it says may be out of date. Read it again: Resume sends it to those who have not had it, Stop ends it.`,
  },
  held: {
    one: '',
    why: 'the store was put back to an earlier time, or mail was held. What left since that time is not known. It does not go on by itself. Ask a few people, or read the log of your mail server: Resume sends it to everybody below, Stop ends it.',
  },
}

const reasonOf = (pausedBy: string | null) =>
  pausedBy === 'complaints' || pausedBy === 'late' || pausedBy === 'held'
    ? reasons[pausedBy]
    : reasons.bounces
