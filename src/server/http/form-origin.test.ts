import { expect, test } from 'vitest'
import { noOrigin } from '#contract/waitlist.ts'
import { formOrigin } from './form-origin.ts'

const publicUrl = 'https://fuel.example'
const page = `${publicUrl}/?utm_source=pod+cast&utm_medium=audio&utm_campaign=spring`
const ofPage = { source: 'pod cast', medium: 'audio', campaign: 'spring', referrer: '' }
const carried = { source: 'forum', referrer: 'news.example' }

test.each([
  ['the address of our page', {}, { referer: page }, ofPage],
  [
    'our page behind a proxy that changes Host',
    {},
    { referer: page, host: '127.0.0.1:3000' },
    ofPage,
  ],
  [
    'our page under the host that was asked',
    {},
    { referer: page.replace('fuel.example', '127.0.0.1:3000'), host: '127.0.0.1:3000' },
    ofPage,
  ],
  [
    'another site: its host, and none of its words',
    {},
    { referer: page.replace('fuel.example', 'news.example:81') },
    { ...noOrigin, referrer: 'news.example' },
  ],
  ['fields, before the address', carried, { referer: page }, { ...noOrigin, ...carried }],
  ['fields that are no texts', { source: ['forum'], referrer: {} }, {}, noOrigin],
  ['nothing', {}, {}, noOrigin],
  ['no address', {}, { referer: 'nowhere' }, noOrigin],
  ['Global Privacy Control', carried, { referer: page, 'sec-gpc': '1' }, noOrigin],
  ['Do Not Track', carried, { referer: page, dnt: '1' }, noOrigin],
])('[DASH-9] the origin of a plain form, from %s', (_, fields, headers, origin) => {
  expect(formOrigin(fields, headers, publicUrl)).toEqual(origin)
})
