import { grouped } from '#contract/figures.ts'
import type { ReactNode } from 'react'
import { mailPaths, type MailQuestion, type MailAskView } from '#contract/mail-screens.ts'
import { navigation } from '#contract/screens.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { MailCrumb, nameOfKind } from './mail-failures.tsx'
import { DayAndTime } from './moment.tsx'
import { counted } from './counted.ts'

type Question<Act extends MailQuestion['act']> = ScreenProps & {
  question: Extract<MailQuestion, { act: Act }>
}
/** The words of a page that asks. It has no button if there is nothing to do. */
type Asked = {
  title: string
  facts: readonly (readonly [term: string, value: ReactNode])[]
  button: string | null
  back: string
  fields?: Record<string, string>
}

/** DASH-6: what an act will do and what stays, its button, and the way back. */
export const MailAskScreen = ({ frame, question }: ScreenProps & MailAskView) => {
  const { title, facts, button, back, fields = {} } = askedOf(frame, question)
  return (
    <Screen frame={frame} nav="mail" wide title={title} head={<MailCrumb />}>
      <section className="plate" aria-label={title}>
        <div className="caption flow">
          <p className="note">The log names you.</p>
        </div>
        <div className="body">
          <ActForm frame={frame} action={mailPaths[question.act]} className="stack">
            <dl className="facts">
              {facts.map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <div className="acts">
              {button !== null && (
                <button type="submit" className="button main">
                  {button}
                </button>
              )}
              <a href={navigation.mail.path}>{back}</a>
            </div>
          </ActForm>
        </div>
      </section>
    </Screen>
  )
}

function askedOf(frame: ScreenProps['frame'], question: MailQuestion): Asked {
  switch (question.act) {
    case 'pause':
      return pauseAsked(question.due)
    case 'resume':
      return resumeAsked({ frame, question })
    case 'hold':
      return holdAsked({ frame, question })
    case 'release':
      return releaseAsked({ frame, question })
    case 'retry':
      return retryAsked({ frame, question })
  }
}

const pauseAsked = (due: number): Asked => ({
  title: 'Pause all mail?',
  facts: [
    ['Waits', `${counted(due, 'mail')}, and every mail that sign-ups and sequences add`],
    ['Already handed over', 'cannot be called back'],
    ['Ends', 'when somebody resumes; nothing else ends it'],
    ['Sign-ups', 'continue, but nobody new can confirm'],
  ],
  button: 'Pause mail',
  back: 'Keep sending',
})

const resumeAsked = ({ frame, question }: Question<'resume'>): Asked =>
  question.reason === null
    ? { title: 'Mail is not paused', facts: [], button: null, back: 'Back to mail' }
    : {
        title: 'Resume mail?',
        facts: [
          ['Paused, because', quoted(question.reason)],
          ['Leaves', counted(question.ready, 'mail')],
          [
            'The last leaves',
            question.lastLeavesAt === null ? (
              '–'
            ) : (
              <>
                about <DayAndTime atMs={question.lastLeavesAt} nowMs={frame.asOfMs} />
              </>
            ),
          ],
          ['If it is refused again', 'the queue pauses again and says why'],
        ],
        button: `Resume and send ${counted(question.ready, 'mail')}`,
        back: 'Stay paused',
      }

const quoted = (text: string) => <q className="quoted">{text}</q>
const isolated = (address: string) => <bdi>{address}</bdi>

const holdAsked = ({ question: { due, sending } }: Question<'hold'>): Asked => ({
  title: 'Hold all waiting mails?',
  facts: [
    ['Set aside', `${counted(due, 'waiting mail')}, until somebody releases them`],
    ['Being sent', `${counted(sending, 'mail')}; the hold waits for the mail server’s answer`],
    ['New sign-ups', 'their mails wait too, and leave when mail is resumed'],
    ['When', 'after the database was restored to an earlier time: mails may have been sent before'],
  ],
  button: `Hold ${counted(due, 'mail')}`,
  back: 'Cancel',
})

function releaseAsked({ question }: Question<'release'>): Asked {
  const { mails, kept, sends, endsPause } = question
  if (mails === 0 || (kept && !sends))
    return {
      title: 'Nothing to release',
      facts: [['Why', mails === 0 ? 'no mail is set aside' : 'no mail server is set to send them']],
      button: null,
      back: 'Back to mail',
    }
  return {
    title: `Release ${counted(mails, 'mail')}?`,
    facts: [
      [
        'Sent',
        kept
          ? 'mails that were set aside, and those kept because no mail server was set'
          : 'mails that were set aside: late, too many for one mailbox, or held',
      ],
      ['Not sent', 'to people who left, are confirmed meanwhile, or get no mail any more'],
      ['How fast', 'within the limits of the hour, of domains and of mailboxes'],
      ...(endsPause ? ([['The pause', 'ends with it']] as const) : []),
    ],
    button: `Release ${counted(mails, 'mail')}`,
    back: 'Leave them',
    ...(kept && { fields: { kept: '1' } }),
  }
}

function retryAsked({ question }: Question<'retry'>): Asked {
  const { mails, which, email, uncertain, skipped } = question
  const notSent = skipped.map(({ reason, mails: number }) => `${grouped(number)}: ${reason}`)
  const facts: Asked['facts'] = [
    ...(email === null ? [] : ([['To', isolated(email)]] as const)),
    ...(which.kind === undefined ? [] : ([['Which', nameOfKind(which.kind)]] as const)),
    ['Not sent', notSent.length === 0 ? 'none' : notSent.join('; ')],
  ]
  if (mails === 0) return { title: 'Nothing to retry', facts, button: null, back: 'Back to mail' }
  return {
    title: `Retry ${counted(mails, 'mail')}?`,
    facts: [
      ...facts,
      ...(uncertain ? ([['Twice', 'a mail that did arrive arrives a second time']] as const) : []),
      ['If it is refused again', 'it is listed here again, with its first reason'],
    ],
    button: `Retry ${counted(mails, 'mail')}`,
    back: 'Cancel',
    fields: Object.fromEntries(
      Object.entries(which).filter((field): field is [string, string] => field[1] !== undefined),
    ),
  }
}
