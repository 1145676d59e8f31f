import { describe, expect, test } from 'vitest'
import { quiz } from '#campaign'
import { personalColumns, type PersonalData } from '#contract/people/personal-data.ts'
import { friendSource, personStates, type PersonState } from '#contract/people/waitlist.ts'
import { renderPage } from '#page/shell/entry-server.tsx'
import { personalDataWith } from '#test/personal-data.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const sanne = personalDataWith({
  email: 'sanne@fuel.example',
  state: 'confirmed',
  placement: 'hero',
  joinedAt: noon,
  confirmedAt: noon + 60_000,
  consents: [
    {
      version: '2026-11',
      language: 'en',
      wording: 'By joining you agree',
      placement: 'hero',
      source: null,
      givenAt: noon,
    },
  ],
})
const shown = (change: Partial<PersonalData> = {}) => {
  const { html } = renderPage(
    { page: 'me', action: '/me/x', agreed: true, person: { ...sanne, ...change } },
    { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' },
  )
  return {
    html,
    text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
    posts: [...html.matchAll(/<form[^>]*action="\/me\/x\/(\w+)"/g)].map(([, act]) => act),
  }
}

describe('the page about somebody', () => {
  test.each<[PersonState, string[]]>([
    ['unconfirmed', ['consent', 'leave', 'language']],
    ['confirmed', ['language']],
    ['unsubscribed', ['consent', 'language']],
    ['bounced', ['language']],
    ['complained', ['language']],
    ['suppressed', ['language']],
  ])('who is %s may %j, and always download and erase', (state, posts) => {
    const page = shown({ state, leftAt: noon })
    expect(page.posts).toEqual(posts)
    for (const words of ['Download all of it', 'Erase everything'])
      expect(page.text).toContain(words)
  })

  test('[LANG-2] says the language, and has a button for the other one, in that language', () => {
    const { html, text } = shown({ language: 'nl', languageChosenAt: noon })
    expect(text).toContain('Our emails and your pages are in Dutch.')
    expect(text).toContain('You chose it on 21 November 2026, 13:00.')
    expect(html).toMatch(
      /action="\/me\/x\/language" method="post"><input type="hidden" name="language" value="en"\/><button[^>]* lang="en">English</,
    )
    expect(html).not.toContain('value="nl"')
  })

  test.each(personStates)('says what %s means, with nothing left to fill in', (state) =>
    expect(shown({ state, leftAt: noon }).text).not.toMatch(/[{}]/),
  )

  test.each(personalColumns.filter(({ holds }) => holds !== 'state'))(
    'the page shows the column $column',
    ({ field, holds }) => {
      const value = holds === 'time' ? Date.parse('2031-05-17T09:30:00Z') : 'kiosk-31'
      const state = field === 'leftAt' ? 'unsubscribed' : 'confirmed'
      expect(shown({ state, [field]: value }).text).toContain(
        holds === 'time' ? '17 May 2031, 11:30' : 'kiosk-31',
      )
    },
  )

  test('[DASH-9] says where somebody came from, and nothing where that is not known', () => {
    const { text } = shown({
      source: 'pod cast',
      medium: 'audio',
      campaign: 'spring 2027',
      referrer: 'news.example',
    })
    expect(text).toContain(
      'You came through the source pod cast, the medium audio, the campaign spring 2027.',
    )
    expect(text).toContain('You came from news.example.')
    expect(shown().text).not.toMatch(/address of the page named|led to ours|brought in/)
  })

  test('[DASH-9] shows an address at an international host in its letters', () =>
    expect(shown({ email: 'info@xn--mller-kva.de' }).text).toContain('info@müller.de'))

  test('[DASH-9] says that somebody came by a friend’s link, not by a source named friend', () => {
    const { text } = shown({ source: friendSource, medium: 'audio' })
    expect(text).toContain('You came by a friend’s link. You came through the medium audio.')
    expect(shown({ source: friendSource }).text).not.toContain('You came through')
  })

  test('an imported person is told so, with the words of the imported list', () => {
    const { text } = shown({
      placement: 'import',
      source: 'HYROX stand',
      importedAt: noon,
      joinedAt: noon - 86_400_000,
    })
    expect(text).toContain('Entered on 20 November 2026, 13:00')
    expect(text).toContain('It was imported with a list on 21 November 2026, 13:00.')
    expect(text).toContain('The list names the source HYROX stand.')
  })

  test('[BACK-4] says when a mail came back or was reported', () => {
    const report = { via: 'mailbox', reportedAt: noon, reason: '550 5.1.1 no such user' }
    const { text } = shown({
      reports: [
        { kind: 'hard-bounce', ...report },
        { kind: 'complaint', ...report },
      ],
    })
    expect(text).toContain(
      'An email came back on 21 November 2026, 13:00: the address does not exist.',
    )
    expect(text).toContain('An email was reported as spam on 21 November 2026, 13:00.')
  })

  test('[LIVE-5] names each offer that was granted, with the number of the piece', () => {
    const { text } = shown({
      offers: [
        { offer: 'legacyPack', number: 17, grantedAt: noon },
        { offer: 'earlyBird', number: null, grantedAt: noon },
      ],
    })
    expect(text).toContain('Legacy Pack #001, number 17, granted on 21 November 2026, 13:00.')
    expect(text).toContain('Early-bird price, granted on 21 November 2026, 13:00.')
  })

  test('[DASH-9] says that popups and bars are counted, without the address', () => {
    expect(shown().text).toContain('popups and bars shown and closed')
  })

  test('an imported consent names its source, and says where its wording is missing', () => {
    const { text } = shown({
      consents: [
        {
          version: 'import',
          language: 'en',
          wording: '',
          placement: 'import',
          source: 'Stand at the HYROX race',
          givenAt: noon,
        },
      ],
    })
    expect(text).toContain('Its wording was not imported.')
    expect(text).toContain(
      '21 November 2026, 13:00, through an imported list, version import: Stand at the HYROX race.',
    )
  })

  test.each([
    ['sent', 'Confirmation email, sent on 21 November 2026, 13:00.'],
    ['due', 'Confirmation email, made on 21 November 2026, 13:00, waiting to be sent.'],
    ['dead', 'Confirmation email, made on 21 November 2026, 13:00, not sent.'],
    [
      'uncertain',
      'Confirmation email, made on 21 November 2026, 13:00. Whether it arrived is not known.',
    ],
  ])('a mail that is %s', (state, words) => {
    expect(
      shown({
        mails: [
          {
            id: 'mail',
            template: 'confirm',
            state,
            queuedAt: noon,
            sentAt: state === 'sent' ? noon : null,
            reason: null,
          },
        ],
      }).text,
    ).toContain(words)
  })

  test('how far the mails on a result have come', () => {
    const sequence = {
      step: 'first-days',
      firstAt: noon,
      lastAt: noon,
      dueAt: noon,
      firstsAt: [noon],
    }
    expect(shown({ sequence }).text).toContain(
      'last step: email 2 of 4; next: 21 November 2026, 13:00.',
    )
    expect(shown({ sequence: { ...sequence, step: 'dropped' } }).text).toContain(
      'last step: an email that is no longer part of it; next:',
    )
    expect(shown({ sequence: { ...sequence, step: null, dueAt: null } }).text).toContain(
      'last step: none yet; next: –.',
    )
    for (const state of ['unsubscribed', 'bounced'] as const)
      expect(shown({ sequence, state, leftAt: noon }).text).not.toContain('last step')
  })

  test('a value without words is shown by its stored name, and typed text stays text', () => {
    const { text } = shown({
      email: 'a$&{joined}@fuel.example',
      placement: 'kiosk',
      source: '<b>',
      mails: [
        {
          id: 'mail',
          template: 'birthday',
          state: 'dead',
          queuedAt: noon,
          sentAt: null,
          reason: null,
        },
      ],
    })
    for (const words of [
      'keep about a$&amp;{joined}@fuel.example,',
      'entered through kiosk',
      '&lt;b&gt;',
      'birthday, made on',
    ])
      expect(text).toContain(words)
  })

  test('answers that the quiz no longer has are named as they are kept', () => {
    const answers = {
      energy_pattern: 'gone',
      focus_challenge: 'gone',
      stress_response: 'gone',
      goal_pursuit: 'gone',
    }
    const result = {
      id: '1',
      savedAt: noon,
      sequence: null,
      performance_type: 'stress' as const,
      primary_score: 12,
      scores: { focus: 4, energy: 5, stress: 12, motivation: 6 },
      answers,
      result_data: { title: 'Stress Optimizer', description: '', recommendation: '' },
    }
    expect(shown({ quizResults: [result] }).text).toContain(
      'Stress Optimizer, saved on 21 November 2026, 13:00. Scores: Focus 4, Energy 5, Stress 12, Motivation 6.',
    )
    expect(shown({ quizResults: [result] }).text).toContain(
      `${quiz.questions[0]!.question} gone ${quiz.questions[1]!.question} gone`,
    )
  })
})
