import { expect, test } from 'vitest'
import { keptAsJson, type KeptPerson } from './personal-data.ts'

test('times are written out, wherever they stand', () => {
  const kept: KeptPerson = {
    email: 'sanne@example.com',
    state: 'confirmed',
    placement: 'hero',
    source: '',
    medium: '',
    campaign: '',
    referrer: '',
    joinedAt: 0,
    confirmedAt: null,
    leftAt: null,
    importedAt: null,
    consents: [],
    quizResults: [],
    mails: [],
    links: [],
    sequence: {
      step: 'first-days',
      firstAt: 1_000,
      lastAt: null,
      dueAt: null,
      firstsAt: [0, 1_000],
    },
  }
  expect(JSON.parse(keptAsJson(kept))).toMatchObject({
    joinedAt: '1970-01-01T00:00:00.000Z',
    confirmedAt: null,
    sequence: {
      firstAt: '1970-01-01T00:00:01.000Z',
      firstsAt: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'],
    },
  })
})
