import { expect, test } from 'vitest'
import { openDnsServer } from '#test/dns.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { openMailServer } from '#test/smtp.ts'
import { doctorJob, readRuns } from './doctor.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const hourMs = 3_600_000

test.each(storeEngines)(
  '[DOCTOR-1] the server asks the doctor once a day, on one of its servers (%s)',
  async (engine) => {
    const store = await freshStore(engine)
    const config = {
      smtpUrl: (await openMailServer()).url,
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
      mailFrom: 'Fuel Protocol <hello@fuel.example>',
      dnsServers: [await openDnsServer({ 'TXT fuel.example': ['v=spf1 -all'] })],
    }
    const runAt = async (now: number) => {
      const job = () => doctorJob(store, config, () => now)
      await Promise.all([job(), job()])
      return (await readRuns(store.db, 9)).map(({ at }) => (at - noon) / hourMs)
    }
    expect(await runAt(noon)).toEqual([0])
    expect(await runAt(noon + 23 * hourMs)).toEqual([0])
    expect(await runAt(noon + 24 * hourMs)).toEqual([24, 0])
    // The clock was ahead at the last run.
    expect(await runAt(noon - 48 * hourMs)).toEqual([24, 0, -48])
    expect((await readRuns(store.db, 1))[0]!.checks.map(({ key }) => key)).toContain('spf')
  },
)

test('[DOCTOR-1] without a mail server the doctor is not asked', async () => {
  const store = await freshStore('sqlite')
  const config = {
    smtpUrl: undefined,
    publicUrl: 'http://localhost:3000',
    loopback: true,
    trustedProxies: [],
    mailFrom: 'Fuel Protocol <hello@fuel.example>',
  }
  await doctorJob(store, config, () => noon)
  expect(await readRuns(store.db, 1)).toEqual([])
})
