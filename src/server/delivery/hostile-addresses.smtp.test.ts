import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { parseAddress } from '#contract/address/address.ts'
import { freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'

const ours = [
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'auto-submitted',
  'mime-version',
  'content-type',
]

/**
 * Close to the grammar's limits: parts that a mailer, a header or an SMTP command could read as
 * several addresses.
 */
const part = fc
  .array(
    fc.constantFrom(
      ...'ab1.+-_\'`!#$%&*/=?^{|}~,;:<>"()[]\\ \r\n\t\0@é'.split(''),
      'victim@x.test',
      '=?utf-8?q?a?=',
      '\r\nBcc: victim@x.test',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const atom = fc.string({
  unit: fc.constantFrom(..."abz09!#$%&'*+/=?^_`{|}~-".split('')),
  minLength: 1,
  maxLength: 30,
})
const typed = fc.oneof(
  fc.tuple(part, part).map(([local, host]) => `${local}@${host}.example`),
  fc
    .tuple(atom, fc.option(atom))
    .map(([first, second]) => `${first}${second ? `.${second}` : ''}@sub-domain.example.com`),
  fc.tuple(part).map(([local]) => `${local}@example.com`),
)

test('any input is refused, or one mail goes to exactly the stored address without added header lines', async () => {
  const server = await openMailServer()
  const { queue, worker, row } = mailScene(await freshStore('sqlite'), server.url, {
    config: { limits: 'off' },
  })
  const known = new Set<string>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      const address = parseAddress(text)
      if (address === null || known.has(address)) return
      known.add(address)
      await queue(address)
      await worker.drain()
      const received = server.received.at(-1)!
      expect((await row(address)).state).toBe('sent')
      expect(server.received).toHaveLength(++sent)
      expect(received.to).toEqual([address])
      const mail = await PostalMime.parse(received.raw)
      expect(mail.headers.map(({ key }) => key).sort()).toEqual([...ours].sort())
      expect(mail.headers.find(({ key }) => key === 'to')!.value).toBe(address)
      expect(mail.to!.map((to) => to.address)).toEqual([address])
    }),
    {
      numRuns: Number(process.env['FUZZ_ROUNDS'] ?? 100),
      examples: [
        ['1,victim@x.test'],
        ["o'neil+fuel@mail.example.co"],
        ['=?utf-8?q?a?=@example.com'],
        ['a=b?c@example.com'],
        ['a@é.example'],
      ],
    },
  )
  expect(sent).toBeGreaterThan(10)
})
