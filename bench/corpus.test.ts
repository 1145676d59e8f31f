import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { reportMail } from '#test/report-mails.ts'
import { compareCorpus, findCorpus } from './corpus.ts'

const about = { token: 'a'.repeat(42), messageId: '<1@fuel.example>', email: 'sanne@mail.example' }

function makeCorpus(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-corpus-'))
  afterFile(() => rmSync(folder, { recursive: true }))
  const mails = join(folder, 'set-of-emails/maildir/bsd')
  const tests = join(folder, 'p5-sisimai/t')
  for (const path of [mails, tests]) mkdirSync(path, { recursive: true })
  const samples = ['postfix', 'gmail-policy', 'outlook-full', 'complaint', 'qmail', 'exim']
  samples.forEach((name, index) =>
    writeFileSync(join(mails, `lhost-own-0${index + 1}.eml`), reportMail(name, about)),
  )
  writeFileSync(
    join(tests, '600-lhost-code'),
    `my $skiptonext = { 'public'  => ['lhost-own-06'], };`,
  )
  writeFileSync(
    join(tests, '600-lhost-own.t'),
    `my $enginename = 'Own';
     my $isexpected = {
       '01' => [['5.1.1',   '550', 'userunknown',     1],
                ['5.2.2',   '552', 'mailboxfull',     0]],
       '02' => [['5.7.26',  '550', 'authfailure',     0]],
       '03' => [['5.2.1',   '',    'suspend',         0]],
       '04' => [['',        '',    'feedback',        0, 'abuse']],
       '06' => [['5.1.1',   '550', 'userunknown',     1]],
     };`,
  )
  return folder
}

test('a collection is compared with the verdict on the first recipient of each mail', async () => {
  expect(await compareCorpus(findCorpus(makeCorpus()))).toEqual([
    { name: 'lhost-own-01', theirs: 'hard', reason: 'userunknown', ours: 'hard-bounce' },
    { name: 'lhost-own-02', theirs: 'other', reason: 'authfailure', ours: 'refusal' },
    { name: 'lhost-own-03', theirs: 'doubtful', reason: 'suspend', ours: 'soft-bounce' },
    { name: 'lhost-own-04', theirs: 'no refusal', reason: 'feedback', ours: 'complaint' },
  ])
})

test('each of the two clones finds the other beside it, and a folder without them is refused with the remedy', () => {
  const folder = makeCorpus()
  for (const one of ['set-of-emails', 'p5-sisimai'])
    expect(findCorpus(join(folder, one))).toMatchObject({ mails: expect.stringMatching(/bsd$/) })
  expect(() => findCorpus(tmpdir())).toThrow(/Clone .*set-of-emails and .*p5-sisimai/)
})
